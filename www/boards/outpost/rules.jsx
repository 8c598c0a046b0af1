/** The rules of Outpost. */
export function Rules() {
  return <div class="rules" />;
}
