import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { isAdmin } from '#contract/platform/access.ts'
import { getUser, listUserHistory } from '#contract/accounts/users/endpoints.ts'
import type { User } from '#contract/accounts/users/shapes.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { HistoryButton } from '#client/platform/history/history-sheet.tsx'
import { call } from '#client/platform/lib/call.ts'
import { keyOf, useAsk } from '#client/platform/lib/query.ts'
import { LinkButton } from '#client/platform/ui/controls/link-button.tsx'
import { PageBody, PageHeader } from '#client/platform/ui/text/page-header.tsx'
import { AccessSection } from './access-section.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { StatePill } from './state-pill.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'
import { historyTexts, nameOf } from './user-text.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useRemoval } from './use-removal.ts'

/** Renders a user’s page: for users themselves, and for Shipmate Admins. */
const UserScreen = () => {
  const id = Number(Route.useParams().user)
  const me = useUser()
  const isOwn = me.id === id
  const loaded = useAsk(getUser, { params: { id } })
  return (
    <>
      <PageHeader
        title={isOwn ? 'Your account' : loaded.data ? nameOf(loaded.data) : 'User'}
        {...(isAdmin(me)
          ? { breadcrumb: [{ key: 'users', link: <Link to="/settings/users">Users</Link> }] }
          : {})}
        aside={loaded.data && <StatePill user={loaded.data} />}
        actions={isAdmin(me) && loaded.data && <UserHistory user={loaded.data} />}
      />
      <Loaded
        of={loaded}
        what="The user"
        who="You can open only your own account."
        {...(isAdmin(me) ? { actions: <LinkButton to="/settings/users">All users</LinkButton> } : {})}
        rows={10}
        label="Loading user"
      >
        {(user) => (
          <PageBody key={user.id}>
            <Sections user={user} isOwn={isOwn} isManaged={isAdmin(me)} />
          </PageBody>
        )}
      </Loaded>
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

/** Renders how to keep someone out: disable, which can be undone, or remove. */
const RemovalSection = ({ user }: { user: User }) => {
  const navigate = useNavigate()
  const { switchOff, switchOn, remove } = useRemoval(user)
  const leave = async () => {
    if (await remove()) void navigate({ to: '/settings/users' })
  }
  return (
    <FormSection title="Disable or remove" why="Disable someone who may come back.">
      <div className="col-span-6 flex flex-wrap gap-2">
        {user.is_disabled ? (
          <Button onClick={() => void switchOn()}>Enable</Button>
        ) : (
          <Button onClick={() => void switchOff()}>Disable…</Button>
        )}
        <Button variant="ghost" className="text-danger-text!" onClick={() => void leave()}>
          Remove…
        </Button>
      </div>
    </FormSection>
  )
}

export const Route = createFileRoute('/_signed-in/_own-user/users/$user')({ component: UserScreen })
