/** While a place is fetched for the dialog, the page below keeps what it shows: nothing is drawn for it. */
export default function Default() {
  return null;
}
