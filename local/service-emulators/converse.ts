import { z } from "zod";
import { ServiceError } from "./service-error.ts";

/** The operator's language model: the URL of an OpenAI-compatible service, and the model's name there. */
export interface ModelEndpoint {
  url: string;
  model: string | null;
  key: string | null;
}

/**
 * Reads CAPSTACK_LLM, such as `http://127.0.0.1:8080/v1` (llama.cpp, vLLM) or `http://127.0.0.1:11434/v1#qwen3:8b`
 * (Ollama serves several models: the name follows #). Returns an error message for an invalid value.
 */
export function parseLanguageModel(text: string, key: string | undefined): ModelEndpoint | string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return `CAPSTACK_LLM is ${text}: set it to the HTTP URL of an OpenAI-compatible service, such as http://127.0.0.1:8080/v1`;
  }
  const model = decodeURIComponent(url.hash.slice(1));
  url.hash = "";
  return { url: url.href.replace(/\/$/, ""), model: model === "" ? null : model, key: key ?? null };
}

const textBlocks = z.array(z.object({ text: z.string().min(1) })).min(1);
const converseSchema = z.object({
  messages: z.array(z.object({ role: z.enum(["user", "assistant"]), content: textBlocks })).min(1),
  system: textBlocks.optional(),
  inferenceConfig: z
    .object({
      maxTokens: z.number().int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string()).optional(),
    })
    .optional(),
});

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string() }),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .optional(),
});

/** Slow machines take minutes for a response. */
const timeoutMs = 5 * 60_000;

const textOf = (blocks: readonly { text: string }[]): string => blocks.map(({ text }) => text).join("");

/** Emulates Converse of Amazon Bedrock with the operator's model. Throws ServiceError with the names of Bedrock's errors. */
export async function converse(body: unknown, model: ModelEndpoint): Promise<object> {
  const checked = converseSchema.safeParse(body);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new ServiceError("ValidationException", `${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { messages, system, inferenceConfig = {} } = checked.data;
  const startedMs = Date.now();
  const completion = await complete(model, {
    messages: [
      ...(system ? [{ role: "system", content: textOf(system) }] : []),
      ...messages.map(({ role, content }) => ({ role, content: textOf(content) })),
    ],
    ...(model.model === null ? {} : { model: model.model }),
    max_tokens: inferenceConfig.maxTokens,
    temperature: inferenceConfig.temperature,
    top_p: inferenceConfig.topP,
    stop: inferenceConfig.stopSequences,
  });
  const [choice] = completion.choices;
  const inputTokens = completion.usage?.prompt_tokens ?? 0;
  const outputTokens = completion.usage?.completion_tokens ?? 0;
  return {
    // Reasoning models put their reasoning before the response.
    output: {
      message: {
        role: "assistant",
        content: [{ text: (choice?.message.content ?? "").replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, "") }],
      },
    },
    stopReason: choice?.finish_reason === "length" ? "max_tokens" : "end_turn",
    usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
    metrics: { latencyMs: Date.now() - startedMs },
  };
}

/** Returns ModelTimeoutException for a timeout, `other` for any other failure. */
const failureOf = (error: unknown, other: ServiceError): ServiceError =>
  (error as Error).name === "TimeoutError"
    ? new ServiceError("ModelTimeoutException", "The language model timed out.", 408)
    : other;

async function complete(model: ModelEndpoint, body: object): Promise<z.infer<typeof completionSchema>> {
  const response = await fetch(`${model.url}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(model.key === null ? {} : { authorization: `Bearer ${model.key}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const sentence = `The language model cannot be reached: ${(error as Error).message}`;
    throw failureOf(error, new ServiceError("ServiceUnavailableException", sentence, 503));
  });
  const text = await response.text().catch((error: unknown) => {
    const sentence = "The language model's response was incomplete.";
    throw failureOf(error, new ServiceError("ModelErrorException", sentence, 424));
  });
  if (response.status === 429)
    throw new ServiceError("ThrottlingException", "The language model is busy.", 429);
  if (!response.ok) {
    throw new ServiceError(
      "ModelErrorException",
      `The language model returned ${response.status}: ${text.slice(0, 300)}`,
      424,
    );
  }
  const parsed = completionSchema.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new ServiceError("ModelErrorException", "The language model's response has no text.", 424);
  return parsed.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
