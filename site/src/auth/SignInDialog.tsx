"use client";

import { useEffect, useState, type HTMLInputTypeAttribute } from "react";
import { X } from "lucide-react";
import { identityTexts } from "@/texts/identity";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import type { SignInConfig } from "./authBackend";
import type { FederatedProvider } from "./popup";
import type { Session } from "./session";
import styles from "./SignInDialog.module.css";
import { useSignIn, type Mode } from "./useSignIn";

type Props = { isOpen: boolean; onClose: () => void; session: Session; config: SignInConfig | null };
type Input = {
  name: "firstName" | "lastName" | "email" | "password" | "code";
  type: HTMLInputTypeAttribute;
  autoComplete: string;
  hint?: string;
};

const words = identityTexts;

/** Sign in, or make an account (rows 25 to 32). Load it on first intent: it brings the forms' library along. */
export function SignInDialog({ isOpen, onClose, session, config }: Props) {
  const [mode, setMode] = useState<Mode>("signIn");
  const close = () => {
    setMode("signIn");
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} label={words[mode].title} size="small">
      <SignInPanel
        mode={mode}
        onSwitch={() => setMode(mode === "signIn" ? "signUp" : "signIn")}
        onClose={close}
        session={session}
        config={config}
      />
    </Dialog>
  );
}

type PanelProps = Omit<Props, "isOpen"> & { mode: Mode; onSwitch: () => void };

function SignInPanel({ mode, onSwitch, onClose, session, config }: PanelProps) {
  // Firebase sends its emails itself.
  const hasMail = config === null || config.mail || config.provider === "firebase";
  const signIn = useSignIn(mode, session, hasMail, onClose);
  const { wantsCode, form, isProcessing, refusal } = signIn;
  const federated = config?.federated ?? [];
  const { errors } = form.formState;
  const { title, submit, other } = words[mode];
  const inputs = mode === "signIn" ? signInInputs(wantsCode) : signUpInputs(config);

  // What is asked for after the password comes into view with the focus in it.
  const { setFocus } = form;
  useEffect(() => {
    if (wantsCode) setFocus("code");
  }, [wantsCode, setFocus]);

  return (
    <div className={styles.panel}>
      <h2 aria-hidden>{title}</h2>
      {federated.length > 0 && (
        <div className={styles.federated}>
          {federated.map((other) => (
            <button
              key={other}
              type="button"
              className={button.secondary}
              disabled={isProcessing}
              onClick={() => void signIn.signInWith(other, nameOf(other, config))}
            >
              {isProcessing ? words.processing : words.continueWith(nameOf(other, config))}
            </button>
          ))}
          <p className={styles.divider}>{words.divider}</p>
        </div>
      )}
      <form className={styles.form} noValidate onSubmit={(event) => void signIn.submit(event)}>
        {inputs.map(({ name, type, autoComplete, hint }) => (
          <Field key={name} label={words.fields[name]} hint={hint} error={errors[name]?.message}>
            {(wears) => (
              <input {...form.register(name)} {...wears} type={type} autoComplete={autoComplete} required />
            )}
          </Field>
        ))}
        {refusal && <p className={styles.refusal}>{refusal}</p>}
        <button type="submit" className={button.primary} disabled={isProcessing}>
          {isProcessing ? words.processing : submit}
        </button>
        {mode === "signIn" && (
          <button
            type="button"
            className={button.text}
            disabled={isProcessing}
            onClick={() => void signIn.forgot()}
          >
            {words.forgot}
          </button>
        )}
      </form>
      <button
        type="button"
        className={`${button.text} ${styles.other}`}
        disabled={isProcessing}
        onClick={() => {
          signIn.clear();
          onSwitch();
        }}
      >
        {other}
      </button>
      {/* The last in order, so that the focus begins at the first field. */}
      <button type="button" className={styles.close} aria-label={words.close} onClick={onClose}>
        <X aria-hidden />
      </button>
    </div>
  );
}

/** What people call a provider. */
function nameOf(other: FederatedProvider, config: SignInConfig | null): string {
  return (other === "openid" && config?.openidName) || words.federated[other];
}

function signInInputs(wantsCode: boolean): Input[] {
  const code: Input = { name: "code", type: "text", autoComplete: "one-time-code", hint: words.codeHint };
  return [
    { name: "email", type: "email", autoComplete: "username" },
    { name: "password", type: "password", autoComplete: "current-password" },
    ...(wantsCode ? [code] : []),
  ];
}

function signUpInputs(config: SignInConfig | null): Input[] {
  const hint = config ? words.passwordHint(config.passwordMinLength) : undefined;
  return [
    { name: "firstName", type: "text", autoComplete: "given-name" },
    { name: "lastName", type: "text", autoComplete: "family-name" },
    { name: "email", type: "email", autoComplete: "username" },
    { name: "password", type: "password", autoComplete: "new-password", hint },
  ];
}
