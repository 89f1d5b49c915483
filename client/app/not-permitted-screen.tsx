import { createFileRoute } from '@tanstack/react-router'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { RefusedState } from '#client/platform/ui/states/refused-state.tsx'
import { PublicPage } from './public-page.tsx'
import { useAuthState } from '#client/accounts/auth/session-context.tsx'

const NotPermittedScreen = () => {
  const { user } = useAuthState()
  const hasNoSchool = user?.permission === 'school_admin' && user.schools.length === 0
  return (
    <PublicPage title="No access">
      <RefusedState
        title={hasNoSchool ? 'No school assigned' : 'You don’t have access to this page'}
        actions={!hasNoSchool && <LinkButton to="/">Go to home page</LinkButton>}
      >
        {hasNoSchool
          ? 'Your account isn’t assigned to a school. Ask a Shipmate Admin to add you.'
          : 'It belongs to another school, or only Shipmate Admins can open it. If you need access, ask a Shipmate Admin.'}
      </RefusedState>
    </PublicPage>
  )
}

export const Route = createFileRoute('/not-permitted')({ component: NotPermittedScreen })
