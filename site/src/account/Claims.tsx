"use client";

import { useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import type { ClaimOptions, ClaimResponse } from "@karst/client";
import { queryClient } from "@/api/queryClient";
import { placePath } from "@/lib/paths";
import { t } from "@/messages/claims.gen";
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
      {place !== null && !isPending && <Start key={place} {...{ uid, place, isEmailVerified }} />}
      {found.length > 0 && (
        <ul className={styles.rows} aria-label={t("title")}>
          {found.map((claim) => (
            <Claim key={claim.id} claim={claim} />
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

/** The ways to prove that one runs the place. */
function Start({ uid, place, isEmailVerified }: Props & { place: number }) {
  const options = useQuery({ ...claimOptionsQuery(uid, place), refetchOnMount: "always" }, queryClient);
  if (options.isError) return <p className={styles.text}>{t("missing")}</p>;
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
        send={({ method }) => startClaim(place, { method: method as ClaimResponse["method"] })}
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

function Claim({ claim }: { claim: ClaimResponse }) {
  const { id, state, method, place } = claim;
  const isPending = state === "open" || state === "proved";
  return (
    <li className={styles.row}>
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
      {state === "open" && method === "email" && <Code claim={claim} />}
      {state === "open" && method === "website" && <Website claim={claim} />}
      {isPending && (
        <ActionButton
          action={() => withdrawClaim(id)}
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

function Code({ claim: { id, place, email, triesLeft } }: { claim: ClaimResponse }) {
  return (
    <Form
      formName="ConfirmClaimRequest"
      fields={["code"]}
      send={({ code }) => confirmClaim(id, code)}
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

function Website({ claim: { id, place, website, token } }: { claim: ClaimResponse }) {
  return (
    <div className={styles.form} role="group" aria-label={t("proofOf", { place: place.name })}>
      <p className={styles.text}>{t("proof", { file: PROOF_FILE, website: website ?? "" })}</p>
      <code className={styles.code}>{token}</code>
      <code className={styles.code}>{`<meta name="karst-claim" content="${token}">`}</code>
      <div className={button.row}>
        <ActionButton action={() => checkClaim(id)} busyLabel={t("checking")}>
          {t("check")}
        </ActionButton>
      </div>
    </div>
  );
}
