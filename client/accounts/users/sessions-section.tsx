import { endSession, endSessions, listSessions } from '#contract/accounts/users/endpoints.ts'
import type { User, UserSession } from '#contract/accounts/users/shapes.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Ago } from '#client/platform/ui/text/ago.tsx'
import { Badge } from '#client/platform/ui/text/badge.tsx'
import { useAttempt } from './use-attempt.ts'
import { userReads } from './user-reads.ts'

interface SessionsSectionProps {
  user: User
  isOwn: boolean
}

/** Renders where a user is signed in, and ends sessions. */
export const SessionsSection = ({ user, isOwn }: SessionsSectionProps) => (
  <FormSection
    title="Sessions"
    why={isOwn ? 'Where you’re signed in. End any session you don’t recognize.' : 'Where they’re signed in.'}
  >
    <div className="col-span-6">
      <Sessions user={user} isOwn={isOwn} />
    </div>
  </FormSection>
)

const Sessions = ({ user, isOwn }: SessionsSectionProps) => {
  const sessions = useAsk(listSessions, { params: { id: user.id } })
  return (
    <Loaded
      of={sessions}
      compact
      what="The sessions"
      who="You can see only your own sessions."
      rows={2}
      label="Loading sessions"
    >
      {(data) =>
        data.length === 0 ? (
          <p className="text-ink-2">Not signed in anywhere.</p>
        ) : (
          <SessionList userId={user.id} isOwn={isOwn} sessions={data} />
        )
      }
    </Loaded>
  )
}

interface SessionListProps {
  userId: number
  isOwn: boolean
  sessions: readonly UserSession[]
}

const SessionList = ({ userId, isOwn, sessions }: SessionListProps) => {
  const toast = useToast()
  const attempt = useAttempt()
  const { send, isSending } = useSend(endSessions, { refreshes: userReads, quiet: true })
  const endAll = async () => {
    if (await attempt('Couldn’t end the sessions', () => send({ params: { id: userId } })))
      toast.show({ tone: 'success', title: isOwn ? 'Other sessions ended' : 'Sessions ended' })
  }
  const others = sessions.filter(({ is_current }) => !is_current)
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="-my-2 w-full divide-y divide-line" aria-label="Sessions">
        {sessions.map((session) => (
          <Session key={session.id} userId={userId} session={session} />
        ))}
      </ul>
      {others.length > 0 && (
        <Button busy={isSending} onClick={() => void endAll()}>
          {isOwn ? 'End all others' : 'End all'}
        </Button>
      )}
    </div>
  )
}

const Session = ({ userId, session }: { userId: number; session: UserSession }) => {
  const toast = useToast()
  const attempt = useAttempt()
  const { send, isSending } = useSend(endSession, { refreshes: userReads, quiet: true })
  const params = { id: userId, session: session.id }
  const end = async () => {
    if (await attempt('Couldn’t end the session', () => send({ params })))
      toast.show({ tone: 'success', title: 'Session ended' })
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {session.device}
          {session.is_current && <Badge>This device</Badge>}
        </p>
        <p className="text-label text-ink-2">
          {session.place !== null && <>From {session.place} · </>}
          Last active <Ago at={session.last_active_at} />
        </p>
      </div>
      {!session.is_current && (
        <Button size="sm" busy={isSending} onClick={() => void end()} aria-label={`End ${session.device}`}>
          End
        </Button>
      )}
    </li>
  )
}
