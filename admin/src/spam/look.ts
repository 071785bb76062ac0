/** The style of a spam score: danger above 70, warning above 40, otherwise an outline (R150). */
export function scoreLook(percent: number): "destructive" | "secondary" | "outline" {
  if (percent > 70) return "destructive";
  return percent > 40 ? "secondary" : "outline";
}
