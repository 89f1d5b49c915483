import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { callEmergency } from './auth-calls.ts'
import { GuestField, GuestFormFrame } from './guest-field.tsx'
import { GuestHeading } from './guest-frame.tsx'
import { useSession } from './session-context.tsx'
import { useGuestForm } from './use-guest-form.ts'

/** Renders the sign-in of a Shipmate Admin with the code kept in a safe, for when nothing else works. */
const EmergencyScreen = () => {
  const session = useSession()
  const router = useRouter()
  const form = useGuestForm(async (value) => {
    const body = { email: value('email'), code: value('code'), reason: value('reason') }
    await callEmergency({ body }, { expectsGuest: true })
    await session.refresh()
    router.history.push('/')
  })
  return (
    <>
      <GuestHeading title="Emergency access">
        For Shipmate Admins, with the code from your safe. Access ends after 60 minutes. Everything you do is
        recorded, and all other admins get an email.
      </GuestHeading>
      <GuestFormFrame form={form} action="Sign in">
        <GuestField form={form} name="email" label="Email" type="email" autoComplete="username" />
        <GuestField
          form={form}
          name="code"
          label="Emergency code"
          autoComplete="off"
          hint="5 groups of 5 letters and digits."
        />
        <GuestField form={form} name="reason" label="Reason" autoComplete="off" />
      </GuestFormFrame>
      <p className="mt-4 text-center">
        <Link to="/login" className="text-label text-accent-text underline-offset-2 hover:underline">
          Back to sign in
        </Link>
      </p>
    </>
  )
}

export const Route = createFileRoute('/_guest/login/emergency')({ component: EmergencyScreen })
