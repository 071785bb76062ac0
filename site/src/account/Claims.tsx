"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import { ApiError, type ClaimOptions, type ClaimResponse } from "@karst/client";
import { describeError } from "@karst/web/problems";
import { queryClient } from "@/api/queryClient";
import { placePath } from "@/lib/paths";
import { t } from "@/messages/claims.gen";
import { t as tAccount } from "@/messages/ownAccount.gen";
import button from "@/ui/button.module.css";
import { InputField } from "@/ui/Field";
import { IntentLink } from "@/ui/IntentLink";
import { RadioGroup } from "@/ui/RadioGroup";
import { ActionButton } from "./ActionButton";
import {
  checkClaim,
  claimOptionsQuery,
  claimsQuery,
  confirmClaim,
  startClaim,
  withdrawClaim,
} from "./claims";
import { claimedPlace } from "./claimLink";
import { Form } from "./Form";
import styles from "./OwnAccount.module.css";
import { Section } from "./Section";

const PROOF_FILE = "/.well-known/karst-claim.txt";

type Props = { uid: string; isEmailVerified: boolean };

/**
 * The claims of the account, and the start of one for the place in the fragment of the URL (R540). Renders nothing without
 * either.
 */
export function Claims({ uid, isEmailVerified }: Props) {
  const place = useSyncExternalStore(
    subscribe,
    () => claimedPlace(window.location.hash),
    () => null,
  );
  const claims = useQuery({ ...claimsQuery(uid), refetchOnMount: "always" }, queryClient);
  const [startedId, setStartedId] = useState<number | null>(null);
  if (claims.isError && place !== null) {
    return (
      <Section title={t("title")} text={t("failed")}>
        <button type="button" className={button.secondary} onClick={() => void claims.refetch()}>
          {t("retry")}
        </button>
      </Section>
    );
  }
  const found = claims.data;
  if (!found || (found.length === 0 && place === null)) return null;
  const isPending = found.some(
    (claim) => claim.place.id === place && (claim.state === "open" || claim.state === "proved"),
  );
  return (
    <Section title={t("title")}>
      {place !== null && !isPending && (
        <Start key={place} {...{ uid, place, isEmailVerified }} onStarted={setStartedId} />
      )}
      {found.length > 0 && (
        <ul className={styles.rows} aria-label={t("title")}>
          {found.map((claim) => (
            <Claim key={claim.id} claim={claim} isStarted={claim.id === startedId} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

type StartProps = Props & { place: number; onStarted: (id: number) => void };

/** The ways to prove that one runs the place. */
function Start({ uid, place, isEmailVerified, onStarted }: StartProps) {
  const options = useQuery({ ...claimOptionsQuery(uid, place), refetchOnMount: "always" }, queryClient);
  if (options.error instanceof ApiError && options.error.status === 404) {
    return <p className={styles.text}>{t("missing")}</p>;
  }
  if (options.isError) {
    return (
      <>
        <p className={styles.failed}>{describeError(options.error, tAccount("unsent")).message}</p>
        <button type="button" className={button.secondary} onClick={() => void options.refetch()}>
          {t("retry")}
        </button>
      </>
    );
  }
  if (!options.data) return null;
  const { name } = options.data.place;
  if (options.data.isOwn) return <p className={styles.text}>{t("isOwn", { place: name })}</p>;
  if (!isEmailVerified) return <p className={styles.text}>{t("unverified")}</p>;
  return (
    <>
      <p className={styles.text}>
        {t("lead", { place: name })} {options.data.hasOwner && t("hasOwner")}
      </p>
      <Form
        formName="ClaimRequest"
        fields={["method"]}
        send={async ({ method }) => {
          onStarted(await startClaim(place, { method: method as ClaimResponse["method"] }));
        }}
        label={t("lead", { place: name })}
        submitLabel={t("start")}
      >
        {(errors) => (
          <RadioGroup
            legend={t("method")}
            error={errors.method}
            options={options.data.methods.map((value) => ({ value, label: methodText(value, options.data) }))}
            inputProps={{ name: "method", required: true }}
          />
        )}
      </Form>
    </>
  );
}

function methodText(method: ClaimResponse["method"], { email, website }: ClaimOptions): string {
  if (method === "email") return t("methods.email", { email: email ?? "" });
  if (method === "website") return t("methods.website", { website: website ?? "" });
  return t("methods.call");
}

/** `isStarted`: the account has just started it here. */
function Claim({ claim, isStarted }: { claim: ClaimResponse; isStarted: boolean }) {
  const { id, state, method, place } = claim;
  const isPending = state === "open" || state === "proved";
  const row = useRef<HTMLLIElement>(null);
  const focusRow = () => row.current?.focus();
  // The form that started it has disappeared: the code is entered next, or the row is read.
  useEffect(() => {
    if (isStarted) (row.current?.querySelector("input") ?? row.current)?.focus();
  }, [isStarted]);
  return (
    // Focusable, because its buttons and fields disappear with its state.
    <li ref={row} className={styles.row} tabIndex={-1}>
      <div className={styles.description}>
        <strong>
          {place.isActive ? (
            <IntentLink href={placePath(place.slug)} dir="auto">
              {place.name}
            </IntentLink>
          ) : (
            <bdi>{place.name}</bdi>
          )}
        </strong>
        <br />
        <span className={styles.status}>
          {state === "open" ? t("states.open", { method }) : t(`states.${state}`)}
        </span>
      </div>
      {state === "open" && method === "email" && <Code claim={claim} onEnd={focusRow} />}
      {state === "open" && method === "website" && <Website claim={claim} onEnd={focusRow} />}
      {isPending && (
        <ActionButton
          action={() => withdrawClaim(id).then(focusRow)}
          successMessage={t("withdrawn")}
          label={t("withdrawOf", { place: place.name })}
        >
          {t("withdraw")}
        </ActionButton>
      )}
      {state === "approved" && (
        <a
          className={button.secondary}
          href={`/admin-portal/businesses/${place.id}`}
          aria-label={t("editPlace", { place: place.name })}
        >
          {t("edit")}
        </a>
      )}
    </li>
  );
}

type ProofProps = {
  claim: ClaimResponse;
  /** Called when the claim may no longer be open. */
  onEnd: () => void;
};

function Code({ claim: { id, place, email, triesLeft }, onEnd }: ProofProps) {
  return (
    <Form
      formName="ConfirmClaimRequest"
      fields={["code"]}
      // After a wrong code the field gets the focus, unless it was the last try.
      send={({ code }) => confirmClaim(id, code).finally(onEnd)}
      label={t("proofOf", { place: place.name })}
      submitLabel={t("confirm")}
    >
      {(errors) => (
        <InputField
          label={t("code")}
          hint={t("codeHint", { email: email ?? "", count: triesLeft })}
          error={errors.code}
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          required
        />
      )}
    </Form>
  );
}

function Website({ claim: { id, place, website, token }, onEnd }: ProofProps) {
  return (
    <div className={styles.form} role="group" aria-label={t("proofOf", { place: place.name })}>
      <p className={styles.text}>{t("proof", { file: PROOF_FILE, website: website ?? "" })}</p>
      <code className={styles.code}>{token}</code>
      <code className={styles.code}>{`<meta name="karst-claim" content="${token}">`}</code>
      <div className={button.row}>
        <ActionButton action={() => checkClaim(id).then(onEnd)} busyLabel={t("checking")}>
          {t("check")}
        </ActionButton>
      </div>
    </div>
  );
}
