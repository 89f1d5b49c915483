import { Compass } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PublicPage } from './public-page.tsx'

/** Any other path. */
export const NotFoundScreen = () => (
  <PublicPage title="Page not found">
    <EmptyState
      icon={Compass}
      title="There is no such page"
      actions={<LinkButton to="/">Go to your start page</LinkButton>}
    >
      The address may be mistyped, or what it led to was removed.
    </EmptyState>
  </PublicPage>
)
