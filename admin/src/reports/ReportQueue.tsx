import type { ProposalResponse } from "@karst/client";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Records } from "../list/Records";
import { t } from "../messages/reports.gen";
import { LastDecision } from "../moderation/LastDecision";
import { QueueList } from "../moderation/QueueList";
import { REPORT_COMMANDS, useQueue, type Command } from "../moderation/useQueue";
import { ReportReview } from "./ReportReview";
import { acceptedFields, type Edits } from "./shape";
import { useReportDecision } from "./useReportDecision";

export type Tab = "open" | "spam" | "accepted" | "declined";
const NO_REPORTS: ProposalResponse[] = [];

interface ReportQueueProps {
  tab: Tab;
  /** The report that was decided last on any tab. */
  lastDecided: ProposalResponse | null;
  onDecided: (report: ProposalResponse | null) => void;
}

/** The reports of one tab, to be decided one after the other. */
export function ReportQueue({ tab, lastDecided, onDecided }: ReportQueueProps) {
  const { data = NO_REPORTS } = useListContext<ProposalResponse>();
  const { accept, decline, undo, busyId } = useReportDecision();
  const [edits, setEdits] = useState<Record<number, Edits>>({});
  const ids = data.map(({ id }) => id);
  const queue = useQueue({ ids, onCommand: command, commands: REPORT_COMMANDS, label: t("queue") });

  async function decide(report: ProposalResponse, isAccepted: boolean) {
    const { id } = report;
    const done = await (isAccepted ? accept(report, acceptedFields(report, edits[id])) : decline(id));
    if (!done) return;
    onDecided(done);
    setEdits(({ [id]: _saved, ...others }) => others);
  }

  async function undoOne(id: number) {
    if ((await undo(id)) && lastDecided?.id === id) onDecided(null);
  }

  function command(key: Command, id: number | null) {
    if (key === "undo") return lastDecided ? void undoOne(lastDecided.id) : undefined;
    const report = data.find((item) => item.id === id);
    if (report?.state === "open") void decide(report, key === "approve");
  }

  return (
    <>
      <LastDecision
        text={lastDecided && t("lastDecision", { decision: lastDecided.state, name: lastDecided.place.name })}
        until={lastDecided?.canUndoUntil ?? null}
        isBusy={busyId !== null}
        onUndo={() => lastDecided && void undoOne(lastDecided.id)}
      />
      <Records<ProposalResponse>
        label={t("queue")}
        texts={{
          loading: t("loading"),
          failed: t("failed.fetch"),
          none: { title: t(`none.${tab}.title`), text: t(`none.${tab}.text`) },
        }}
      >
        {(reports) => (
          <QueueList
            items={reports}
            label={t("queue")}
            nameOf={({ place }) => place.name}
            current={queue.current}
            onFocusItem={queue.select}
            isSelectable={false}
          >
            {(report) => (
              <ReportReview
                report={report}
                edits={edits[report.id] ?? {}}
                isBusy={busyId === report.id}
                onEdit={(field, text) =>
                  setEdits((all) => ({ ...all, [report.id]: { ...all[report.id], [field]: text } }))
                }
                onAccept={() => void decide(report, true)}
                onDecline={() => void decide(report, false)}
                onUndo={() => void undoOne(report.id)}
              />
            )}
          </QueueList>
        )}
      </Records>
    </>
  );
}
