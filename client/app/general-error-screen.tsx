import { createFileRoute } from '@tanstack/react-router'
import { AnchorButton } from '#client/platform/ui/controls/link-button.tsx'
import { BrokenState } from '#client/platform/ui/states/broken-state.tsx'
import { PublicPage } from './public-page.tsx'

const GeneralErrorScreen = () => (
  <PublicPage title="Something went wrong">
    <BrokenState title="The page didn’t load">
      <p>
        Part of the page failed to load twice. Nothing was lost or changed. Check your connection and try
        again. If it keeps happening, contact your administrator.
      </p>
      <p className="mt-4">
        <AnchorButton href="/">Try again</AnchorButton>
      </p>
    </BrokenState>
  </PublicPage>
)

/** Part of the first load, because it's shown when other parts can't load. */
export const Route = createFileRoute('/general-error')({
  codeSplitGroupings: [],
  component: GeneralErrorScreen,
})
