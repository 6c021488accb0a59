import { NamedError } from "../errors.ts";
import type { AllTasks } from "../tasks/task-store.ts";
import type { VideoStore } from "../videos/video-store.ts";
import { containerVcpus, type WorkerName } from "./capacity.ts";
import { type CapacityDeps, reserveCapacity } from "./reserve-capacity.ts";
import { leaseIdOf } from "./shards.ts";

/** A container that a state is about to start, for a task or, when it imports one, for a video. */
export interface Reservation {
  taskId?: string | undefined;
  videoId?: string | undefined;
  container: WorkerName;
  taskToken: string;
}

export interface ReservationDeps extends CapacityDeps {
  allTasks: Pick<AllTasks, "get">;
  videos: Pick<VideoStore, "get">;
  newId: () => string;
}

/** Reserves the vCPUs of a container for the account of its task or video. Throws NamedError NotFound when that has expired. */
export const reserveContainer = async (
  { taskId, videoId, container, taskToken }: Reservation,
  deps: ReservationDeps,
): Promise<void> => {
  const owner = taskId === undefined ? await deps.videos.get(videoId ?? "") : await deps.allTasks.get(taskId);
  if (owner === null) throw new NamedError("NotFound", "The task or the video has expired.");
  const since = deps.now().toISOString();
  const vcpus = containerVcpus[container];
  const id = leaseIdOf(deps.newId(), deps.maxVcpus ?? 0);
  await reserveCapacity({ id, accountId: owner.accountId, vcpus, taskToken, since }, deps);
};
