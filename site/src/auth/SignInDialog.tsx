"use client";

import { useEffect, useState, type HTMLInputTypeAttribute } from "react";
import type { SignInConfigResponse } from "@karst/client";
import { X } from "lucide-react";
import { t } from "@/messages/signIn.gen";
import button from "@/ui/button.module.css";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { providerName } from "./providerName";
import type { Session } from "./session";
import { IconButton } from "@/ui/IconButton";
import styles from "./SignInDialog.module.css";
import { useSignIn, type Mode } from "./useSignIn";

type Props = { isOpen: boolean; onClose: () => void; session: Session; config: SignInConfigResponse | null };
type Input = {
  name: "firstName" | "lastName" | "email" | "password" | "code";
  type: HTMLInputTypeAttribute;
  autoComplete: string;
  hint?: string;
};

/** Dialog to sign in or to create an account (R25 to R32). Loaded on demand: it needs the form library. */
export function SignInDialog({ isOpen, onClose, session, config }: Props) {
  const [mode, setMode] = useState<Mode>("signIn");
  const close = () => {
    setMode("signIn");
    onClose();
  };
  return (
    <Dialog isOpen={isOpen} onClose={close} label={t(`${mode}.title`)} size="small">
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
  // Firebase sends its own emails.
  const canSendEmail = config === null || config.mail || config.provider === "firebase";
  const signIn = useSignIn(mode, session, canSendEmail, onClose);
  const { requiresCode, form, isProcessing, formError } = signIn;
  const providers = config?.federated ?? [];
  const { errors } = form.formState;
  const inputs = mode === "signIn" ? signInInputs(requiresCode) : signUpInputs(config);

  // The code field appears after the password was accepted, and gets the focus.
  const { setFocus } = form;
  useEffect(() => {
    if (requiresCode) setFocus("code");
  }, [requiresCode, setFocus]);

  return (
    <div className={styles.panel}>
      <h2 aria-hidden>{t(`${mode}.title`)}</h2>
      {providers.length > 0 && (
        <div className={styles.federated}>
          {providers.map((provider) => (
            <button
              key={provider}
              type="button"
              className={button.secondary}
              disabled={isProcessing}
              onClick={() => void signIn.signInWithProvider(provider, providerName(provider, config))}
            >
              {isProcessing
                ? t("processing")
                : t("provider.continue", { provider: providerName(provider, config) })}
            </button>
          ))}
          <p className={styles.divider}>{t("provider.divider")}</p>
        </div>
      )}
      <form className={styles.form} noValidate onSubmit={(event) => void signIn.submit(event)}>
        {inputs.map(({ name, type, autoComplete, hint }) => (
          <Field key={name} label={t(`fields.${name}`)} hint={hint} error={errors[name]?.message}>
            {(inputProps) => (
              <input
                {...form.register(name)}
                {...inputProps}
                type={type}
                autoComplete={autoComplete}
                required
              />
            )}
          </Field>
        ))}
        {formError && <p className={styles.formError}>{formError}</p>}
        <button type="submit" className={button.primary} disabled={isProcessing}>
          {t(isProcessing ? "processing" : `${mode}.submit`)}
        </button>
        {mode === "signIn" && (
          <button
            type="button"
            className={button.text}
            disabled={isProcessing}
            onClick={() => void signIn.requestPasswordReset()}
          >
            {t("reset.start")}
          </button>
        )}
      </form>
      <button
        type="button"
        className={`${button.text} ${styles.switchMode}`}
        disabled={isProcessing}
        onClick={() => {
          signIn.reset();
          onSwitch();
        }}
      >
        {t(`${mode}.switch`)}
      </button>
      {/* Last in the tab order, so that the focus begins at the first field. */}
      <IconButton className={styles.close} icon={X} label={t("close")} onClick={onClose} />
    </div>
  );
}

function signInInputs(requiresCode: boolean): Input[] {
  const code: Input = { name: "code", type: "text", autoComplete: "one-time-code", hint: t("codeHint") };
  return [
    { name: "email", type: "email", autoComplete: "username" },
    { name: "password", type: "password", autoComplete: "current-password" },
    ...(requiresCode ? [code] : []),
  ];
}

function signUpInputs(config: SignInConfigResponse | null): Input[] {
  const hint = config ? t("passwordHint", { count: config.passwordMinLength }) : undefined;
  return [
    { name: "firstName", type: "text", autoComplete: "given-name" },
    { name: "lastName", type: "text", autoComplete: "family-name" },
    { name: "email", type: "email", autoComplete: "username" },
    { name: "password", type: "password", autoComplete: "new-password", hint },
  ];
}
