import * as z from "zod";
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
        // Null when a reasoning model spent all its tokens before its response; some services return a list of parts.
        message: z.object({
          content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).nullish(),
        }),
        finish_reason: z.string().nullable().optional(),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: z.number().optional(), completion_tokens: z.number().optional() })
    .optional(),
});

type Completion = z.infer<typeof completionSchema>;

/** A response of the maximum number of tokens is far smaller. */
const maxResponseBytes = 4 * 1024 ** 2;

/** Slow machines take minutes for a response. */
const timeoutMs = 5 * 60_000;

const textOf = (blocks: readonly { text?: string | undefined }[]): string =>
  blocks.map(({ text }) => text ?? "").join("");

/** Returns a response without the reasoning before it, which some models write as text; empty if it is only reasoning. */
const withoutReasoning = (text: string): string => {
  const end = text.lastIndexOf("</think>");
  if (end >= 0) return text.slice(end + "</think>".length).trimStart();
  return text.trimStart().startsWith("<think>") ? "" : text;
};

const responseOf = ({ choices: [choice] }: Completion): string => {
  const content = choice?.message.content ?? "";
  return withoutReasoning(typeof content === "string" ? content : textOf(content));
};

/** Emulates Converse of Amazon Bedrock with the operator's model. Throws ServiceError with the names of Bedrock's errors. */
export async function converse(body: unknown, model: ModelEndpoint): Promise<object> {
  const checked = converseSchema.safeParse(body);
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new ServiceError("ValidationException", `${issue?.path.join(".")}: ${issue?.message}`);
  }
  const { messages, system, inferenceConfig = {} } = checked.data;
  const startedMs = Date.now();
  const request: ChatRequest = {
    messages: [
      ...(system ? [{ role: "system", content: textOf(system) }] : []),
      ...messages.map(({ role, content }) => ({ role, content: textOf(content) })),
    ],
    ...(model.model === null ? {} : { model: model.model }),
    max_tokens: inferenceConfig.maxTokens,
    temperature: inferenceConfig.temperature,
    top_p: inferenceConfig.topP,
    stop: inferenceConfig.stopSequences,
  };
  const completion = await complete(model, request);
  const [choice] = completion.choices;
  const text = responseOf(completion);
  const inputTokens = completion.usage?.prompt_tokens ?? 0;
  const outputTokens = completion.usage?.completion_tokens ?? 0;
  return {
    output: { message: { role: "assistant", content: text === "" ? [] : [{ text }] } },
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

/** Statuses of a rejected parameter: FastAPI, with which many services are written, returns 422. */
const rejectedParameter = new Set([400, 422]);

/** Tokens that a reasoning model may use before its response; services count them with those of the response. */
const reasoningTokens = 4000;

/**
 * Returns a request without what a strict service rejects: reasoning models take `max_completion_tokens` in place of
 * `max_tokens`, and no temperature. Null when the rejection is about something else.
 */
const strictBody = (body: ChatRequest, rejection: string): ChatRequest | null => {
  const { temperature, top_p, ...rest } = body;
  const { max_tokens } = body;
  if (max_tokens !== undefined && rejection.includes("max_tokens"))
    return { ...body, max_tokens: undefined, max_completion_tokens: max_tokens + reasoningTokens };
  const isSampling = /temperature|top_p/u.test(rejection);
  return isSampling && (temperature !== undefined || top_p !== undefined) ? rest : null;
};

interface ChatRequest {
  max_tokens?: number | undefined;
  max_completion_tokens?: number | undefined;
  temperature?: number | undefined;
  top_p?: number | undefined;
  [field: string]: unknown;
}

async function complete(model: ModelEndpoint, body: ChatRequest): Promise<Completion> {
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
  const text = await limitedText(response).catch((error: unknown) => {
    if (error instanceof ServiceError) throw error;
    const sentence = "The language model's response was incomplete.";
    throw failureOf(error, new ServiceError("ModelErrorException", sentence, 424));
  });
  if (response.status === 429)
    throw new ServiceError("ThrottlingException", "The language model is busy.", 429);
  if (rejectedParameter.has(response.status)) {
    const accepted = strictBody(body, text);
    if (accepted !== null) return complete(model, accepted);
  }
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

/** Reads a response up to its maximum size; a service that never stops must not use up the memory. */
const limitedText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes)
      throw new ServiceError("ModelErrorException", "The language model's response is too long.", 424);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
