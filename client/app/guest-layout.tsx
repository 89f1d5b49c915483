import { createFileRoute, Outlet } from '@tanstack/react-router'
import { enforce } from '#client/accounts/auth/enforce.ts'
import { GuestFrame } from '#client/accounts/auth/guest-frame.tsx'
import { guestOnly } from '#client/accounts/auth/guards.ts'

const GuestLayout = () => (
  <GuestFrame footer="Student health insurance, managed by your university’s insurance office.">
    <Outlet />
  </GuestFrame>
)

/** Renders the pages of people who aren't signed in. */
export const Route = createFileRoute('/_guest')({
  beforeLoad: ({ context }) => enforce(guestOnly(context.session.getState().user)),
  component: GuestLayout,
})
