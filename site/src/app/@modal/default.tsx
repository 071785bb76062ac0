/** No place is open. */
export default function Default() {
  return null;
}
