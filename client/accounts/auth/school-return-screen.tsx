import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { safeRedirect } from './guards.ts'
import { GuestHeading } from './guest-frame.tsx'
import { useSession } from './session-context.tsx'
import { finishAtSchool, noteSignOn, redirectAfterSchool, searchFor, sentenceOf } from './sign-on.ts'

/** Completes a sign-in that a school’s page sent back, once. Failures and second steps are on the sign-in page. */
const SchoolReturnScreen = () => {
  const schoolId = Number(Route.useParams().id)
  const session = useSession()
  const router = useRouter()
  const hasBegun = useRef(false)
  useEffect(() => {
    const finish = async (): Promise<void> => {
      const step = await finishAtSchool(schoolId, window.location.search.slice(1))
      if (step === 'signed-in') {
        await session.me()
        router.history.replace(safeRedirect(redirectAfterSchool()))
        return
      }
      noteSignOn({ step })
      await router.navigate({ to: '/login', search: searchFor(redirectAfterSchool()), replace: true })
    }
    if (hasBegun.current) return
    hasBegun.current = true
    finish().catch((failure: unknown) => {
      if (!(failure instanceof ApiError)) throw failure
      noteSignOn({ problem: sentenceOf(failure) })
      void router.navigate({ to: '/login', search: {}, replace: true })
    })
  }, [router, schoolId, session])
  return <GuestHeading title="Signing you in…" />
}

/** The query is the provider’s, and is read as it was sent. */
export const Route = createFileRoute('/_guest/login/school/$id')({ component: SchoolReturnScreen })
