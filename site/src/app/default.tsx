/** Next.js requires this file: while a place dialog loads, the page below keeps its content. */
export default function Default() {
  return null;
}
