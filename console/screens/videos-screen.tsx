import { useState } from "react";
import { useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { AddVideos } from "../upload/add-videos.tsx";
import { UploadList } from "../upload/upload-list.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { VideoCard, videoPollMs } from "../view/video-card.tsx";

const pageSize = 20;

export const VideosScreen = () => {
  const [page, setPage] = useState(1);
  const videos = useOperation(
    "listVideos",
    { query: { page, limit: pageSize } },
    { poll: (result) => videoPollMs(result?.data) },
  );
  const pages = Math.max(1, Math.ceil((videos.data?.totalCount ?? 0) / pageSize));
  return (
    <>
      <ScreenTitle title={texts.videos.title} />
      <AddVideos />
      <UploadList />
      <QueryProblem query={videos} />
      {videos.data?.totalCount === 0 && <p>{texts.videos.empty}</p>}
      <ul className="cards">
        {videos.data?.data.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="pages" aria-label={texts.videos.title}>
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {texts.common.previous}
          </button>
          <span>{texts.common.of(page, pages)}</span>
          <button type="button" disabled={page === pages} onClick={() => setPage(page + 1)}>
            {texts.common.next}
          </button>
        </nav>
      )}
    </>
  );
};
