import { createFileRoute, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#client/platform/lib/api-error.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { screenSearch } from '#client/platform/lib/parse-search.ts'
import { callSignOnSchools } from './auth-calls.ts'
import { GuestHeading } from './guest-frame.tsx'
import { openSchoolPage, searchFor, sentenceOf } from './sign-on.ts'

interface SchoolSearch {
  /** The school’s short name, in the link that schools give to their staff. */
  school?: string
  redirect?: string
}

const SchoolSignInScreen = () => {
  const { school, redirect } = Route.useSearch()
  return <SchoolChoice wanted={school} redirect={redirect} />
}

interface ChoiceProps {
  wanted: string | undefined
  redirect: string | undefined
}

const SchoolChoice = ({ wanted, redirect }: ChoiceProps) => {
  const { schools, failure, setFailure } = useSchools()
  const [opening, setOpening] = useState<string | null>(null)
  const open = async (slug: string): Promise<void> => {
    setOpening(slug)
    setFailure(null)
    try {
      await openSchoolPage(slug, redirect)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(sentenceOf(error))
      setOpening(null)
    }
  }
  const named = schools?.filter(({ slug }) => slug === wanted) ?? []
  const shown = named.length > 0 ? named : (schools ?? [])
  return (
    <>
      <GuestHeading title="Sign in with your school">
        {shown.length > 0 && 'Use the account you have at your university.'}
      </GuestHeading>
      {failure !== null && (
        <Banner tone="danger" className="mb-4">
          {failure}
        </Banner>
      )}
      {schools?.length === 0 && (
        <p className="text-ink-2">No school has set this up yet. Sign in with your email and password.</p>
      )}
      <ul className="flex flex-col gap-2">
        {shown.map(({ slug, name }) => (
          <li key={slug}>
            <Button className="w-full" busy={opening === slug} onClick={() => void open(slug)}>
              <span className="truncate">{name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-center">
        <Link
          to="/login"
          search={searchFor(redirect)}
          className="text-label text-accent-text underline-offset-2 hover:underline"
        >
          Back to sign in
        </Link>
      </p>
    </>
  )
}

/** Loads the schools whose staff can sign in there. */
const useSchools = () => {
  const [schools, setSchools] = useState<readonly { slug: string; name: string }[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    callSignOnSchools({}, { expectsGuest: true }).then(setSchools, (error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    })
  }, [])
  return { schools, failure, setFailure }
}

const readSearch = (search: Readonly<Record<string, unknown>>): SchoolSearch =>
  Object.fromEntries(
    ['school', 'redirect'].flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )

export const Route = createFileRoute('/_guest/login/school')({
  validateSearch: screenSearch(readSearch),
  component: SchoolSignInScreen,
})
