export function Rules() {
  return <div class="rules" />;
}
