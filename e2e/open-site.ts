import { sql } from 'kysely'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import { faqs } from '#contract/setup/period-documents/faqs.ts'
import { homePage } from '#contract/setup/period-documents/home-page.ts'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { websiteConfiguration } from '#contract/setup/period-documents/website-configuration.ts'
import { formContents } from '#seeds/site-forms.ts'
import type { World } from './fixtures.ts'

/** Saves documents of a world’s policy year, and publishes those that are published. Returns the path of its site. */
export const openSite = async ({ db, schoolId, periodId }: World): Promise<string> => {
  const premiums = {
    ...medicalPlan.empty.premiums,
    enrolled: '4678.00',
    enrolled_esp: '9356.00',
    enrolled_espch: '14034.00',
  }
  const documents = [
    [websiteConfiguration.kind, { ...websiteConfiguration.empty, is_live: true, languages: ['en', 'es'] }],
    [homePage.kind, { ...homePage.empty, headline: 'Student insurance' }],
    [faqs.kind, { intro: '', items: [{ key: 'a', question: 'Who pays?', answer: '<p>You do.</p>' }] }],
    [medicalPlan.kind, { ...medicalPlan.empty, name: 'Gold plan', premiums, proration: 'none' }],
    [enrollmentOptions.kind, enrollmentOptions.empty],
    [
      contactForm.kind,
      {
        ...contactForm.empty,
        is_on: true,
        recipients: [{ key: 'a', email: 'office@campus.example' }],
        topics: [{ key: 'w', label: 'Waivers' }],
      },
    ],
    ...formContents(2026).map(([{ kind }, content]) => [kind, content] as const),
  ] as const
  for (const [kind, content] of documents) {
    const json = JSON.stringify(content)
    await sql`insert into period_documents (school_id, period_id, kind, content, updated_at)
      values (${schoolId}, ${periodId}, ${kind}, ${json}::jsonb, now())`.execute(db)
    await sql`insert into period_publications (school_id, period_id, kind, number, version, content, published_at)
      values (${schoolId}, ${periodId}, ${kind}, 1, 1, ${json}::jsonb, now())`.execute(db)
  }
  // the forms are open whenever this runs
  await sql`update periods set dental_offered = false, vision_offered = false,
    waiver_deadline_on = '2099-01-31', ends_on = '2099-07-31' where id = ${periodId}`.execute(db)
  const { slug } = await db
    .selectFrom('schools')
    .select('slug')
    .where('id', '=', schoolId)
    .executeTakeFirstOrThrow()
  return `/s/${slug}`
}
