export function Editor() {
  return <div class="editor" />;
}
