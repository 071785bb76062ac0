/** A sentence whose quoted parts, such as names, do not change the direction of the words around them. */
export function IsolatedQuotes({ sentence }: { sentence: string }) {
  return sentence
    .split(/(“[^”]*”)/)
    .map((part, at) => (part.startsWith("“") ? <bdi key={at}>{part}</bdi> : part));
}
