import { createFileRoute, Link } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import { getUser, listUserHistory } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { FailedState } from '#client/platform/common/failed-state.tsx'
import { HistoryButton } from '#client/platform/common/history-sheet.tsx'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { SkeletonRows } from '#client/platform/ui/states/skeleton.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { AccessSection } from './access-section.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RemovalSection } from './removal-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StatePill } from './state-pill.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import { historyTexts, nameOf } from './user-text.ts'

/** Renders a user’s page: for users themselves, and for Shipmate Admins. */
const UserScreen = () => {
  const id = Number(Route.useParams().user)
  const me = useUser()
  const isOwn = me.id === id
  const { data: user, error, refetch } = useAsk(getUser, { params: { id } })
  return (
    <>
      <PageHeader
        title={isOwn ? 'Your account' : user ? nameOf(user) : 'User'}
        {...(isAdmin(me)
          ? { breadcrumb: [{ key: 'users', link: <Link to="/settings/users">Users</Link> }] }
          : {})}
        aside={user && <StatePill user={user} />}
        actions={isAdmin(me) && user && <UserHistory user={user} />}
      />
      {user ? (
        <PageBody key={user.id}>
          <Sections user={user} isOwn={isOwn} isManaged={isAdmin(me)} />
        </PageBody>
      ) : error ? (
        <FailedState
          error={error}
          what="The user"
          who="You can open only your own account."
          onRetry={() => void refetch()}
          {...(isAdmin(me) ? { actions: <LinkButton to="/settings/users">All users</LinkButton> } : {})}
        />
      ) : (
        <SkeletonRows rows={10} label="Loading user" />
      )}
    </>
  )
}

interface SectionsProps {
  user: User
  /** Whether it’s the reader’s own page. */
  isOwn: boolean
  /** Whether the reader is a Shipmate Admin. */
  isManaged: boolean
}

/** The sections in their order; each loads and saves on its own. Someone who’s invited has no sign-in to show yet. */
const Sections = ({ user, isOwn, isManaged }: SectionsProps) => (
  <>
    {user.state === 'invited' && isManaged && <InvitationSection user={user} />}
    <ProfileSection user={user} isOwn={isOwn} />
    {isManaged && <AccessSection user={user} isOwn={isOwn} />}
    {isOwn && <PasswordSection />}
    {user.state !== 'invited' && (
      <>
        <TwoFactorSection user={user} isOwn={isOwn} />
        {isOwn && <PasskeysSection />}
        <SessionsSection user={user} isOwn={isOwn} />
      </>
    )}
    {isManaged && !isOwn && <RemovalSection user={user} />}
  </>
)

const UserHistory = ({ user }: { user: User }) => (
  <HistoryButton
    label={nameOf(user)}
    historyKey={[...keyOf(listUserHistory), user.id]}
    read={(query, options) => call(listUserHistory, { params: { id: user.id }, query }, options)}
    who="Only Shipmate Admins have access to a user’s history."
    none="No changes to this user yet."
    words={historyTexts}
  />
)

export const Route = createFileRoute('/_signed-in/_own-user/users/$user')({ component: UserScreen })
