import { Link } from '@tanstack/react-router'
import { listSignOnTies, removeSignOnTie } from '#contract/accounts/single-sign-on/endpoints.ts'
import type { SignOnTie } from '#contract/accounts/single-sign-on/settings.ts'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { useConfirm } from '#client/platform/ui/overlays/confirm.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'

/** Renders the users who are connected to their school account, and disconnects them. */
export const SignOnTies = ({ schoolId }: { schoolId: number }) => (
  <FormSection
    title="Connected users"
    why="Shipmate connects users by email address the first time they sign in with their school account."
  >
    <div className="col-span-6">
      <Ties schoolId={schoolId} />
    </div>
  </FormSection>
)

const Ties = ({ schoolId }: { schoolId: number }) => {
  const ties = useAsk(listSignOnTies, { params: { id: schoolId } })
  return (
    <Loaded
      of={ties}
      compact
      what="The connected users"
      who="Only Shipmate Admins can see them."
      rows={2}
      label="Loading connected users"
    >
      {(data) =>
        data.length === 0 ? (
          <p>No one has signed in with a school account yet.</p>
        ) : (
          <ul aria-label="Connected users" className="-my-2 divide-y divide-line">
            {data.map((tie) => (
              <TieRow key={tie.id} schoolId={schoolId} tie={tie} />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const TieRow = ({ schoolId, tie }: { schoolId: number; tie: SignOnTie }) => {
  const confirm = useConfirm()
  const toast = useToast()
  const { send, isSending } = useSend(removeSignOnTie, { refreshes: [listSignOnTies] })
  const { id, user, created_at } = tie
  const disconnect = async (): Promise<void> => {
    const isSure = await confirm({
      title: `Disconnect ${user.name}?`,
      message: `They’re signed out everywhere. Signing in at the school with ${user.email} reconnects them.`,
      acceptLabel: 'Disconnect',
      danger: true,
    })
    if (!isSure) return
    await send({ params: { id: schoolId, tie: id } })
    toast.show({ tone: 'success', title: `${user.name} disconnected` })
  }
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          <Link
            to="/users/$user"
            params={{ user: String(user.id) }}
            className="underline-offset-2 hover:underline"
          >
            {user.name}
          </Link>
        </p>
        <p className="text-label break-words text-ink-2">
          {user.email} · Since {formatInstant(created_at)}
        </p>
      </div>
      <Button
        size="sm"
        busy={isSending}
        onClick={() => void disconnect()}
        aria-label={`Disconnect ${user.name}`}
      >
        Disconnect
      </Button>
    </li>
  )
}
