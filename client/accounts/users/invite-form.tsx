import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { createUser } from '#contract/accounts/users/endpoints.ts'
import { newUser, type InvitedUser } from '#contract/accounts/users/shapes.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { Dialog } from '#client/platform/ui/overlays/dialog.tsx'
import { AccessFields, type AccessValues } from './access-fields.tsx'
import { InviteLink } from './invite-link.tsx'
import { userReads } from './user-reads.ts'
import { nameOf } from './user-text.ts'

interface Values extends AccessValues {
  first_name: string
  last_name: string
  email: string
}
const f = fieldsOf<Values>()

/** The form's choices are IDs as text. */
const typed = z.strictObject({ ...newUser.shape, school_ids: z.array(z.string()) })

/** Renders the form that invites someone, then their one-time link. */
export const InviteForm = ({ handle }: { handle: DialogHandle }) => {
  const [invited, setInvited] = useState<InvitedUser | null>(null)
  const schools = useAsk(listSchoolsForUsers, {})
  if (invited) return <Invited handle={handle} user={invited} onMore={() => setInvited(null)} />
  // the only school is chosen from the start
  if (!schools.data && !schools.error) return null
  const only = schools.data?.length === 1 ? [String(schools.data[0]?.id)] : []
  return <InviteFields handle={handle} only={only} onInvited={setInvited} />
}

interface InviteFieldsProps {
  handle: DialogHandle
  only: string[]
  onInvited: (user: InvitedUser) => void
}

const InviteFields = ({ handle, only, onInvited }: InviteFieldsProps) => {
  const { send } = useSend(createUser, { refreshes: userReads, quiet: true })
  const form = useRecordForm<Values, typeof typed>({
    schema: typed,
    defaults: { first_name: '', last_name: '', email: '', permission: 'school_admin', school_ids: only },
    draft: { form: 'new-user' },
    onSubmit: async ({ school_ids, ...body }) => {
      const chosen = body.permission === 'school_admin' ? { school_ids: school_ids.map(Number) } : {}
      onInvited((await send({ body: { ...body, ...chosen } })).reply)
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      title="Invite someone"
      description="They get an email with a link to set their password."
      form={form}
      submitLabel="Send invitation"
    >
      <div className="grid grid-cols-6 items-start gap-x-3 gap-y-4">
        <f.Text name="first_name" label="First name" required width="half" autoComplete="off" />
        <f.Text name="last_name" label="Last name" required width="half" autoComplete="off" />
        <f.Text name="email" label="Email" type="email" required autoComplete="off" />
        <AccessFields />
      </div>
    </FormDialog>
  )
}

interface InvitedProps {
  handle: DialogHandle
  user: InvitedUser
  onMore: () => void
}

const Invited = ({ handle, user, onMore }: InvitedProps) => {
  const copyRef = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      {...handle.dialog}
      initialFocus={copyRef}
      title={`${nameOf(user)} is invited`}
      description={
        user.is_emailed
          ? `The link is on its way to ${user.email}. If it doesn’t arrive, send it yourself.`
          : `No email was sent, because no mail server is set up. Send the link to ${user.email} yourself.`
      }
      footer={
        <>
          <Button onClick={onMore}>Invite someone else</Button>
          <Button variant="primary" onClick={handle.dialog.onClose}>
            Done
          </Button>
        </>
      }
    >
      <InviteLink url={user.invite_url} copyRef={copyRef} />
    </Dialog>
  )
}
