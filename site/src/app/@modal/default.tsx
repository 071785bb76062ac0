/** No dialog is open. */
export default function Default() {
  return null;
}
