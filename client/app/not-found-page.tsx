import { useMatch } from '@tanstack/react-router'
import { NotFoundState, notFoundTitle } from '#client/platform/ui/states/not-found-state.tsx'
import { PublicPage } from './public-page.tsx'

/** Renders the page of an address that has no screen: in the layout if someone is signed in, or else alone. */
export const NotFoundPage = () =>
  useMatch({ from: '/_signed-in', shouldThrow: false }) ? (
    <MissingScreen />
  ) : (
    <PublicPage title={notFoundTitle}>
      <NotFoundState />
    </PublicPage>
  )

/** Renders it in the layout, which has the page’s one `main`. */
export const MissingScreen = () => (
  <>
    <title>{`${notFoundTitle} · Shipmate`}</title>
    <h1 className="sr-only">{notFoundTitle}</h1>
    <NotFoundState />
  </>
)
