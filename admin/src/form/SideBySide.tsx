import { Box, Radio, Typography } from "@mui/material";
import { useId, type ReactNode } from "react";

interface SideBySideProps {
  label: ReactNode;
  /** The name and the content of each version. */
  versions: [name: string, text: ReactNode][];
  /** Lets the user choose one of the versions. */
  choice?: Choice;
  /** The level of the label, below that of the heading before it. Default: 4. */
  heading?: "h3" | "h4";
}

interface Choice {
  /** The accessible name of the choice. */
  label: string;
  /** The index of the chosen version. */
  chosen: number;
  onChoose: (at: number) => void;
}

/** Versions of a field, side by side where there is room. */
export function SideBySide({ label, versions, choice, heading = "h4" }: SideBySideProps) {
  const group = useId();
  return (
    <Box role={choice && "radiogroup"} aria-label={choice?.label} sx={{ mt: 1.5 }}>
      <Typography variant="body2" component={heading} sx={{ fontWeight: 600 }}>
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
        {versions.map(([name, text], at) => (
          <Version
            key={at}
            name={name}
            text={text}
            choice={choice && { group, isChosen: at === choice.chosen, onChoose: () => choice.onChoose(at) }}
          />
        ))}
      </Box>
    </Box>
  );
}

interface VersionProps {
  name: string;
  text: ReactNode;
  choice?: { group: string; isChosen: boolean; onChoose: () => void };
}

function Version({ name, text, choice }: VersionProps) {
  return (
    <Box
      sx={{
        p: 1.25,
        borderRadius: "10px",
        border: 1,
        borderColor: choice?.isChosen ? "primary.main" : "divider",
        bgcolor: "background.default",
      }}
    >
      <Typography component="dt" variant="caption" sx={{ color: "text.secondary" }}>
        {choice ? (
          <Box component="label" sx={{ display: "flex", alignItems: "center", ml: -1, cursor: "pointer" }}>
            <Radio size="small" name={choice.group} checked={choice.isChosen} onChange={choice.onChoose} />
            {name}
          </Box>
        ) : (
          name
        )}
      </Typography>
      <Typography
        component="dd"
        variant="body2"
        dir="auto"
        sx={{ m: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
      >
        {text}
      </Typography>
    </Box>
  );
}
