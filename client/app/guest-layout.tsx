import { createFileRoute, Outlet } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { GuestFrame } from './guest-frame.tsx'
import { guestOnly } from './guards.ts'

const GuestLayout = () => (
  <GuestFrame footer="Student health insurance, run by your university’s insurance office.">
    <Outlet />
  </GuestFrame>
)

/** Around the pages of people who are not signed in. */
export const Route = createFileRoute('/_guest')({
  beforeLoad: ({ context }) => enforce(guestOnly(context.session.getState().user)),
  component: GuestLayout,
})
