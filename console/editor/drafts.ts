import type { WordEntry } from "../../clients/typescript/src/client.ts";

/** Changes that have not been saved, kept by the browser so that a crash loses nothing. */
export interface Draft {
  taskId: string;
  words: WordEntry[];
  savedAt: string;
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("capstack", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("drafts", { keyPath: "taskId" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const inStore = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction("drafts", mode);
      const request = work(transaction.objectStore("drafts"));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
};

export const readDraft = async (taskId: string): Promise<Draft | null> =>
  ((await inStore("readonly", (store) => store.get(taskId))) as Draft | undefined) ?? null;

export const writeDraft = async (draft: Draft): Promise<void> => {
  await inStore("readwrite", (store) => store.put(draft));
};

export const removeDraft = async (taskId: string): Promise<void> => {
  await inStore("readwrite", (store) => store.delete(taskId));
};
