import { Box, Typography } from "@mui/material";

interface SideBySideProps {
  label: string;
  /** What each version is called, and what it says. */
  versions: [name: string, text: string][];
}

/** Versions of a field, side by side where there is room. */
export function SideBySide({ label, versions }: SideBySideProps) {
  return (
    <Box sx={{ mt: 1.5 }}>
      <Typography variant="body2" component="h4" sx={{ fontWeight: 600 }}>
        {label}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          mt: 0.5,
          display: "grid",
          gap: 1,
          gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: `repeat(${versions.length}, minmax(0, 1fr))` },
        }}
      >
        {versions.map(([name, text]) => (
          <Version key={name} name={name} text={text} />
        ))}
      </Box>
    </Box>
  );
}

function Version({ name, text }: { name: string; text: string }) {
  return (
    <Box
      sx={{ p: 1.25, borderRadius: "10px", border: 1, borderColor: "divider", bgcolor: "background.default" }}
    >
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {name}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        sx={{ m: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text}
      </Typography>
    </Box>
  );
}
