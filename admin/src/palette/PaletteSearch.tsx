import Close from "@mui/icons-material/Close";
import { Box, IconButton, InputBase, Skeleton, Typography } from "@mui/material";
import useAutocomplete from "@mui/material/useAutocomplete";
import { visuallyHidden } from "@mui/utils";
import { formatList } from "../kit/format";
import { useRested } from "../kit/useRested";
import { LoadFailed } from "../list/ListStates";
import { t as tCommon } from "../messages/common.gen";
import { t } from "../messages/palette.gen";
import { MAX_LENGTH } from "./palette";
import { matches, type Option } from "./options";
import { PaletteOption } from "./PaletteOption";
import { useCommands } from "./useCommands";
import { useFoundRecords, useRecentRecords } from "./useRecords";

const REST_MS = 200;

interface PaletteSearchProps {
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/** The search input of the palette with its results: recent records at first, then matches. */
export default function PaletteSearch({ text, onType, onClose }: PaletteSearchProps) {
  const typed = text.trim();
  const { options: records, isSearching, failed } = useFoundRecords(useRested(typed, REST_MS), typed);
  const recent = useRecentRecords();
  const commands = useCommands().filter(({ label, keywords }) =>
    matches(typed, `${label} ${keywords ?? ""}`),
  );
  // Options that are available at once come first, so that records that arrive later do not move them.
  const options = [...(typed ? [] : recent), ...commands, ...records];
  const { getRootProps, getInputLabelProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Option>({
      id: "palette",
      options,
      groupBy: ({ group }) => group,
      getOptionKey: ({ id }) => id,
      getOptionLabel: ({ label }) => label,
      isOptionEqualToValue: (one, other) => one.id === other.id,
      filterOptions: (all) => all,
      open: true,
      autoHighlight: true,
      value: null,
      inputValue: text,
      onInputChange: (_, value, reason) => {
        if (reason === "input") onType(value);
      },
      onChange: (_, option) => {
        onClose();
        option?.run();
      },
      onClose: (_, reason) => {
        if (reason === "escape") onClose();
      },
    });
  return (
    <>
      <Box
        sx={{ display: "flex", alignItems: "center", p: 1, pl: 2.5, borderBottom: 1, borderColor: "divider" }}
      >
        <Box {...getRootProps()} sx={{ flexGrow: 1 }}>
          <label {...getInputLabelProps()} style={visuallyHidden}>
            {t("placeholder")}
          </label>
          <InputBase
            fullWidth
            autoFocus
            placeholder={t("placeholder")}
            inputProps={{ ...getInputProps(), maxLength: MAX_LENGTH, enterKeyHint: "go" }}
            sx={{ minHeight: 44, fontSize: "1.0625rem" }}
          />
        </Box>
        <IconButton aria-label={tCommon("close")} onClick={onClose}>
          <Close />
        </IconButton>
      </Box>
      <Box
        component="ul"
        {...getListboxProps()}
        sx={{
          position: "relative",
          m: 0,
          p: options.length > 0 ? 1 : 0,
          overflowY: "auto",
          flexShrink: 1,
          maxHeight: { sm: "50vh" },
        }}
      >
        {groupedOptions.map(({ key, group, options: shown, index }) => (
          <Box key={key} role="group" aria-labelledby={`palette-group-${key}`}>
            <Typography
              variant="overline"
              component="div"
              id={`palette-group-${key}`}
              sx={{ px: 1.5, pt: 1, color: "text.secondary" }}
            >
              {group}
            </Typography>
            {shown.map((option, at) => (
              <PaletteOption
                key={option.id}
                option={option}
                props={getOptionProps({ option, index: index + at })}
              />
            ))}
          </Box>
        ))}
      </Box>
      {isSearching && records.length === 0 && (
        <Box aria-hidden sx={{ px: 2.5, py: 1 }}>
          <Skeleton height={44} />
          <Skeleton height={44} width="70%" />
        </Box>
      )}
      {failed.length > 0 && (
        <LoadFailed
          title={t("failed", { groups: formatList(failed.map(({ group }) => group)) })}
          isInline
          error={failed[0]!.query.error}
          onRetry={() => failed.forEach(({ query }) => void query.refetch())}
          sx={{ m: 1 }}
        />
      )}
      <Typography role="status" variant="body2" sx={{ px: 2.5, py: 1.5, color: "text.secondary" }}>
        {isSearching
          ? t("searching")
          : typed &&
            (options.length > 0 || failed.length === 0) &&
            t("count", { count: options.length, q: typed })}
      </Typography>
    </>
  );
}
