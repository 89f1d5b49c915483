import { createFileRoute } from '@tanstack/react-router'
import { LinkButton } from '#client/ui/controls/link-button.tsx'
import { RefusedState } from '#client/ui/states/refused-state.tsx'
import { PublicPage } from './public-page.tsx'
import { useAuthState } from './session-context.tsx'

const NotPermittedScreen = () => {
  const { user } = useAuthState()
  const hasNoSchool = user?.permission === 'school_admin' && user.schools.length === 0
  return (
    <PublicPage title="Not permitted">
      <RefusedState
        title={hasNoSchool ? 'No school yet' : 'This page is not open to you'}
        actions={!hasNoSchool && <LinkButton to="/">Go to your start page</LinkButton>}
      >
        {hasNoSchool
          ? 'Your account does not belong to a school. Ask a Shipmate Admin to add you to yours.'
          : 'It belongs to another school, or only Shipmate Admins may open it. Ask one if you need it for your work.'}
      </RefusedState>
    </PublicPage>
  )
}

export const Route = createFileRoute('/not-permitted')({ component: NotPermittedScreen })
