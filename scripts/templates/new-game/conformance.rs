#[test]
fn NAME() {
    use totora::games::NAME::{GAME, Name};
    let depth = Depth { games: 12, stride: 7, budget: Budget::Nodes(200), left_out: nothing };
    for raw in [json!({}), json!({ "size": "5x4" })] {
        conformance::<Name>("NAME", &options(raw), GAME.bots, &depth);
    }
    bots_play("NAME", &options(json!({})), Budget::Nodes(200));
}
