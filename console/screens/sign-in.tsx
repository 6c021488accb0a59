import { type FormEvent, useId, useState } from "react";
import { createClient, isUnauthorized, sentenceOf } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";

/** Asks for an API key and checks it before it is kept. */
export const SignIn = ({ onKey }: { onKey: (key: string) => void }) => {
  const [problem, setProblem] = useState<string | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const id = useId();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get("key") ?? "").trim();
    setIsChecking(true);
    setProblem(null);
    try {
      await createClient(key).call("getBalance", {});
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
