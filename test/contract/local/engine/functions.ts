/** Lambda functions for a test, from a line of source. */
import { crc32 } from "node:zlib";
import {
  CreateFunctionCommand,
  type CreateFunctionCommandInput,
  InvokeCommand,
} from "@aws-sdk/client-lambda";
import { accountId, type Engine, region } from "./engine.ts";

/** A zip archive of one stored file: local header, content, central directory, its end (PKWARE APPNOTE 4.3). */
export function zip(name: string, content: string): Uint8Array {
  const [file, path] = [Buffer.from(content), Buffer.from(name)];
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt32LE(crc32(file), 10);
  common.writeUInt32LE(file.length, 14);
  common.writeUInt32LE(file.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, file]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, Buffer.alloc(14), path]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

export const functionArn = (name: string) => `arn:aws:lambda:${region}:${accountId}:function:${name}`;

/** Creates a function whose module is `source`, an ES module that exports `handler`. */
export async function createFunction(
  engine: Engine,
  name: string,
  source: string,
  more: Partial<CreateFunctionCommandInput> = {},
): Promise<string> {
  await engine.lambda().send(
    new CreateFunctionCommand({
      FunctionName: name,
      Role: `arn:aws:iam::${accountId}:role/test`,
      Runtime: "nodejs24.x",
      Handler: "index.handler",
      Code: { ZipFile: zip("index.mjs", source) },
      Timeout: 10,
      ...more,
    }),
  );
  return functionArn(name);
}

export async function invoke(engine: Engine, name: string, payload: unknown = {}) {
  const result = await engine
    .lambda()
    .send(new InvokeCommand({ FunctionName: name, Payload: Buffer.from(JSON.stringify(payload)) }));
  return { error: result.FunctionError, value: JSON.parse(Buffer.from(result.Payload ?? []).toString()) };
}
