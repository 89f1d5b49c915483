import { createFileRoute } from '@tanstack/react-router'
import { AnchorButton } from '#client/ui/controls/link-button.tsx'
import { BrokenState } from '#client/ui/states/broken-state.tsx'
import { PublicPage } from './public-page.tsx'

const GeneralErrorScreen = () => (
  <PublicPage title="Something went wrong">
    <BrokenState title="The page could not be loaded">
      <p>
        A part of it did not arrive, twice. Nothing was lost or changed. Check the connection, then start
        again; if it keeps happening, tell your administrator.
      </p>
      <p className="mt-4">
        <AnchorButton href="/">Start again</AnchorButton>
      </p>
    </BrokenState>
  </PublicPage>
)

/** Kept in the first load: it is shown when parts cannot be loaded. */
export const Route = createFileRoute('/general-error')({
  codeSplitGroupings: [],
  component: GeneralErrorScreen,
})
