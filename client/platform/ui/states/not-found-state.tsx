import { Compass } from 'lucide-react'
import { EmptyState } from './empty-state.tsx'
import { LinkButton } from '../controls/link-button.tsx'

export const notFoundTitle = 'Page not found'

/** Renders the message for a URL that doesn't exist. */
export const NotFoundState = () => (
  <EmptyState icon={Compass} title={notFoundTitle} actions={<LinkButton to="/">Go to home page</LinkButton>}>
    The address may be wrong, or the page may have been removed.
  </EmptyState>
)
