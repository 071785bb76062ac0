/** How a spam score is shown: above 70 as a danger, above 40 as a doubt, else in outline (specification §9). */
export function scoreLook(percent: number): "destructive" | "secondary" | "outline" {
  if (percent > 70) return "destructive";
  return percent > 40 ? "secondary" : "outline";
}
