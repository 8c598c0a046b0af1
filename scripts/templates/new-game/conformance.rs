#[test]
fn NAME() {
    let depth = Depth { games: 20, stride: 3, budget: Budget::Nodes(200), left_out: nothing };
    for raw in [json!({}), json!({ "size": 3 })] {
        conformance::<NAME::Name>("NAME", &options(raw), &NAME::bots::BOTS, &depth);
    }
    bots_play("NAME", &options(json!({})), Budget::Nodes(200));
}
