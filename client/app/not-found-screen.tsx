import { NotFoundState, notFoundTitle } from '#client/common/not-found-state.tsx'
import { PublicPage } from './public-page.tsx'

/** Any other path. */
export const NotFoundScreen = () => (
  <PublicPage title={notFoundTitle}>
    <NotFoundState />
  </PublicPage>
)
