import { useState } from "react";
import { Link } from "wouter";
import { useOperation } from "../api.tsx";
import { type TaskFilter, TaskList } from "../tasks/task-list.tsx";
import { texts } from "../texts/en.ts";
import { AddVideos } from "../upload/add-videos.tsx";
import { UploadList } from "../upload/upload-list.tsx";
import { Choice } from "../view/fields.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { VideoCard, videoPollMs } from "../view/video-card.tsx";

const shownVideos = 4;

/** The first screen: adds videos, and lists the newest videos and the tasks of all videos. */
export const HomeScreen = () => (
  <>
    <ScreenTitle title={texts.navigation.home} />
    <AddVideos />
    <UploadList />
    <NewestVideos />
    <Tasks />
  </>
);

const NewestVideos = () => {
  const videos = useOperation(
    "listVideos",
    { query: { page: 1, limit: shownVideos } },
    { poll: (result) => videoPollMs(result?.data) },
  );
  if (videos.data === undefined || videos.data.totalCount === 0) return null;
  return (
    <section>
      <h2>{texts.home.recentVideos}</h2>
      <ul className="cards">
        {videos.data.data.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </ul>
      {videos.data.totalCount > shownVideos && <Link href="/videos">{texts.home.allVideos}</Link>}
    </section>
  );
};

const Tasks = () => {
  const [filter, setFilter] = useState<TaskFilter>({});
  return (
    <section>
      <h2>{texts.home.tasks}</h2>
      <div className="row">
        <Choice
          label={texts.home.kind}
          value={filter.kind}
          options={texts.home.kinds}
          unset={texts.home.any}
          onChange={(kind) => setFilter({ ...filter, kind })}
        />
        <Choice
          label={texts.home.status}
          value={filter.status}
          options={texts.task.status}
          unset={texts.home.any}
          onChange={(status) => setFilter({ ...filter, status })}
        />
      </div>
      <TaskList filter={filter} />
    </section>
  );
};
