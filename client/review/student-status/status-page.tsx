import { useEffect, useState } from 'react'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { FormPage } from '#contract/setup/site/form-page.ts'
import type { StudentStatus } from '#contract/review/student-status/shapes.ts'
import { useWords, type SiteLanguage } from '#client/setup/site/words/words.ts'
import type { StatusCalls } from './calls.ts'
import { CoverageCard } from './coverage-card.tsx'
import { FormLine } from './form-line.tsx'
import { SignIn } from './sign-in.tsx'
import { takeFocus } from './take-focus.ts'

interface StatusPageProps {
  calls: StatusCalls
  language: SiteLanguage
  /** Returns the token of a form from the address, and takes it out of there: it isn’t kept in the browser’s history. */
  takeToken: () => string | null
  /** The forms of the policy year as they are now. */
  pages: Readonly<Partial<Record<FormType, FormPage>>>
  formHref: (formType: FormType) => string
  /** Opens the form page to fix a form. */
  fixHref: (formType: 'enroll' | 'waiver', formId: number, token: string) => string
}

type Shown =
  | { readonly at: 'loading' }
  | { readonly at: 'sign-in'; readonly note: 'link_ended' | 'signed_out' | null }
  /** `presses`: how often the student pressed a button that led here. */
  | { readonly at: 'status'; readonly status: StudentStatus; readonly presses: number }

/** Renders a student’s status: by the link in an email, or after they signed in with a code. */
export const StatusPage = (props: StatusPageProps) => {
  const words = useWords()
  const { shown, load, leave } = useStatus(props)
  if (shown.at === 'loading')
    return (
      <div className="site-stack" aria-busy>
        <h1>{words.pages.status}</h1>
      </div>
    )
  if (shown.at === 'sign-in') return <SignIn calls={props.calls} note={shown.note} onOpen={load} />
  return <StatusOf key={shown.presses} {...props} {...shown} onChange={load} onLeave={leave} />
}

const useStatus = ({ calls, takeToken }: StatusPageProps) => {
  const [shown, setShown] = useState<Shown>({ at: 'loading' })
  const load = async (): Promise<void> => {
    const status = await calls.read().catch(() => null)
    setShown((former) =>
      status
        ? { at: 'status', status, presses: former.at === 'status' ? former.presses + 1 : 1 }
        : { at: 'sign-in', note: null },
    )
  }
  useEffect(() => {
    const open = async (): Promise<void> => {
      const token = takeToken()
      if (token !== null) {
        const isOpen = await calls.openByForm(token).then(
          () => true,
          () => false,
        )
        if (!isOpen) {
          setShown({ at: 'sign-in', note: 'link_ended' })
          return
        }
      }
      const status = await calls.read().catch(() => null)
      setShown(status ? { at: 'status', status, presses: 0 } : { at: 'sign-in', note: null })
    }
    void open()
  }, [calls, takeToken])
  return {
    shown,
    load,
    leave: async (): Promise<void> => {
      await calls.end().catch(() => undefined)
      setShown({ at: 'sign-in', note: 'signed_out' })
    },
  }
}

type StatusOfProps = StatusPageProps & {
  status: StudentStatus
  presses: number
  onChange: () => Promise<void>
  onLeave: () => Promise<void>
}

const StatusOf = ({ status, presses, onLeave, ...props }: StatusOfProps) => {
  const words = useWords()
  const { first_name: name, period, coverages, forms, session } = status
  return (
    <>
      <div className="site-stack">
        <h1 ref={presses > 0 ? takeFocus : undefined} tabIndex={-1}>
          {name === null ? words.pages.status : words.hello(name)}
        </h1>
        <p className="site-quiet">{words.year(period.name)}</p>
        {session.opened_by === 'form' && <p className="site-callout">{words.only_form}</p>}
      </div>
      {coverages.length + forms.length === 0 && <p>{words.nothing_here}</p>}
      {coverages.map((line) => (
        <CoverageCard key={line.coverage_type} line={line} forms={forms} {...props} />
      ))}
      {forms.length > 0 && (
        <section className="site-stack">
          <h2>{words.your_forms}</h2>
          {forms.map((form) => (
            <FormLine
              key={form.id}
              form={form}
              page={props.pages[form.form_type]}
              language={props.language}
            />
          ))}
        </section>
      )}
      <div className="site-save">
        <button type="button" className="site-link" onClick={() => void onLeave()}>
          {words.sign_out}
        </button>
        <span>{words.will_end}</span>
      </div>
    </>
  )
}
