import ExpandMore from "@mui/icons-material/ExpandMore";
import { Accordion, AccordionDetails, AccordionSummary, Box, Typography } from "@mui/material";
import { invalidFields } from "@karst/web/forms";
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { useFormState, useWatch } from "react-hook-form";
import { t } from "../messages/form.gen";

interface FoldProps {
  title: string;
  /** One line about the content. */
  summary?: ReactNode;
  /** The paths of the fields inside. */
  fields: readonly string[];
  heading: "h2" | "h3";
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** Receives the button that opens and closes the fold. */
  headRef?: (head: HTMLElement | null) => void;
  /** Buttons beside the title. */
  tools?: ReactNode;
  children: ReactNode;
}

/** A part of a form that folds. Its inputs stay mounted, and the browser's search in the page finds and opens it. */
export function Fold(props: FoldProps) {
  const { title, summary, fields, heading, isOpen, onToggle, headRef, tools, children } = props;
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const { errors } = useFormState({ name: [...fields] });
  const faults = invalidFields(errors).filter((field) => contains(fields, field)).length;

  // The browser sends `beforematch` before it shows a search match inside, `reveal` before a field inside is focused.
  const open = useEffectEvent(() => flushSync(() => onToggle(true)));
  useEffect(() => {
    const node = root.current;
    const listener = () => open();
    node?.addEventListener("beforematch", listener);
    return () => node?.removeEventListener("beforematch", listener);
  }, []);

  return (
    <Accordion
      ref={root}
      role="group"
      aria-label={title}
      data-fields={fields.join(" ")}
      expanded={isOpen}
      onChange={({ currentTarget }, isNowOpen) => {
        flushSync(() => onToggle(isNowOpen));
        // The button moves out of the window if a section above closes.
        currentTarget.scrollIntoView?.({ block: "nearest" });
      }}
      disableGutters
      square
      slots={{ heading: Head, transition: Panel }}
      slotProps={{
        heading: { level: heading, tools, isOpen } as object,
        region: { role: undefined, "aria-labelledby": undefined },
      }}
      sx={{
        border: 1,
        borderColor: faults > 0 ? "error.main" : "divider",
        borderRadius: "12px",
        "&::before": { display: "none" },
      }}
    >
      <AccordionSummary
        ref={headRef}
        id={`${id}head`}
        aria-controls={`${id}panel`}
        expandIcon={<ExpandMore aria-hidden />}
        sx={{ width: "100%", minHeight: 56, borderRadius: "12px", "& > :first-of-type": { minWidth: 0 } }}
      >
        <Box component="span" sx={{ minWidth: 0 }}>
          <Typography component="span" variant={heading === "h2" ? "h3" : "subtitle2"}>
            {title}
          </Typography>
          <Typography
            component="span"
            variant="body2"
            noWrap
            dir="auto"
            sx={{ display: "block", textAlign: "start", color: "text.secondary" }}
          >
            {summary}
          </Typography>
          {faults > 0 && (
            <Typography component="span" variant="body2" sx={{ display: "block", color: "error.main" }}>
              {t("save.invalid", { count: faults })}
            </Typography>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ pt: 1 }}>{children}</AccordionDetails>
    </Accordion>
  );
}

interface HeadProps {
  level: "h2" | "h3";
  tools?: ReactNode;
  isOpen: boolean;
  children: ReactNode;
}

/** The button that opens a fold, and the tools beside it. On phones these are shown under it while it is open. */
function Head({ level, tools, isOpen, children }: HeadProps) {
  return (
    <Box sx={{ display: "flex", flexWrap: { xs: "wrap", sm: "nowrap" }, alignItems: "center" }}>
      <Box component={level} sx={{ m: 0, flex: { xs: "1 1 100%", sm: "1 1 0" }, minWidth: 0 }}>
        {children}
      </Box>
      {tools && <Box sx={{ display: { xs: isOpen ? "flex" : "none", sm: "flex" }, px: 1 }}>{tools}</Box>}
    </Box>
  );
}

/** The content of a fold. While it is closed, the browser's search in the page still finds its text. */
function Panel({ in: isOpen, children }: { in: boolean; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // React only knows `hidden` as true or false.
    if (isOpen) panel.current?.removeAttribute("hidden");
    else panel.current?.setAttribute("hidden", "until-found");
  }, [isOpen]);
  return <div ref={panel}>{children}</div>;
}

interface FieldSummaryProps<Value> {
  source: string;
  /** The summary of the value. Default: the value. */
  of?: (value: Value) => string;
}

/** The current value of a field in the summary of a fold. */
export function FieldSummary<Value = string>({ source, of = String }: FieldSummaryProps<Value>) {
  const value = useWatch({ name: source }) as Value | undefined;
  return value === undefined ? "" : of(value);
}

/** Opens the folds around a field, which can then get the focus. */
export function reveal(field: string): void {
  const folds = [...document.querySelectorAll<HTMLElement>("[data-fields]")].filter(({ dataset }) =>
    contains(dataset.fields!.split(" "), field),
  );
  for (const fold of folds) fold.dispatchEvent(new Event("beforematch"));
  // A list has no input of its own.
  if (field.endsWith(".root")) folds.at(-1)?.querySelector<HTMLElement>("[aria-expanded]")?.focus();
}

const contains = (paths: readonly string[], field: string) =>
  paths.some((path) => field === path || field.startsWith(`${path}.`));
