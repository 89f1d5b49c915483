import { createFileRoute, Outlet } from '@tanstack/react-router'
import { enforce } from './enforce.ts'
import { guestOnly } from './guards.ts'
import { Wordmark } from './wordmark.tsx'

const GuestLayout = () => (
  <div className="flex min-h-dvh flex-col items-center bg-canvas px-4 pt-[max(2.5rem,16dvh)] pb-10">
    <Wordmark />
    <main className="mt-7 w-full max-w-[23rem] rounded-dialog bg-sheet p-6 shadow-sheet sm:p-7">
      <Outlet />
    </main>
    <footer className="mt-6 text-center text-label text-balance text-ink-3">
      Student health insurance, run by your university’s insurance office.
    </footer>
  </div>
)

/** Around the pages of people who are not signed in. */
export const Route = createFileRoute('/_guest')({
  beforeLoad: ({ context }) => enforce(guestOnly(context.session.getState().user)),
  component: GuestLayout,
})
