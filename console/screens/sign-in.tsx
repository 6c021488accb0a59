import { type FormEvent, useId, useState } from "react";
import { isOperatorKey } from "../../core/accounts/key-kinds.ts";
import { createClient, isUnauthorized, sentenceOf } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";

interface SignInProps {
  onKey: (key: string) => void;
  /** Why the user has to sign in again; null at first. */
  reason: string | null;
}

/** Asks for an API key and checks it before it is kept. */
export const SignIn = ({ onKey, reason }: SignInProps) => {
  const [problem, setProblem] = useState<string | null>(reason);
  const [isChecking, setIsChecking] = useState(false);
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get("key") ?? "").trim();
    setIsChecking(true);
    setProblem(null);
    try {
      await createClient(key).call(isOperatorKey(key) ? "getOverview" : "getBalance", {});
      onKey(key);
    } catch (error) {
      setProblem(isUnauthorized(error) ? texts.signIn.wrong : sentenceOf(error));
      setIsChecking(false);
    }
  };

  return (
    <main id="content" className="sign-in">
      <form onSubmit={submit}>
        <h1>{texts.product}</h1>
        <label htmlFor={id}>{texts.signIn.key}</label>
        <input
          id={id}
          name="key"
          type="password"
          autoComplete="off"
          required
          aria-describedby={`${id}-hint`}
          aria-invalid={problem !== null}
        />
        <p id={`${id}-hint`} className="hint">
          {texts.signIn.hint} {texts.signIn.noKeyStored}
        </p>
        <Problem sentence={problem} />
        <button type="submit" disabled={isChecking}>
          {texts.signIn.submit}
        </button>
      </form>
    </main>
  );
};
