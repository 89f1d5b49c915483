import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { medicalPlan } from '#contract/setup/period-documents/plans.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import { planDetails } from '#contract/setup/period-documents/plan-details.ts'
import { ContactSite } from './contact.tsx'
import { PlanInfoSite } from './plan-info.tsx'

test('a plan shows its formatted premium and phone; an unknown plan is announced as coming soon', () => {
  const premiums = { ...medicalPlan.empty.premiums, enrolled: '4678.00' }
  const medical = { ...medicalPlan.empty, name: 'Harbor Gold', premiums, member_phone: '+18005550147' }
  render(
    <PlanInfoSite
      content={planDetails.empty}
      offered={['medical', 'dental', 'vision']}
      plans={{ medical }}
    />,
  )
  expect(screen.getByRole('heading', { name: 'Harbor Gold' })).toBeTruthy()
  expect(screen.getByText('$4,678 a year')).toBeTruthy()
  expect(screen.getByText('(800) 555-0147')).toBeTruthy()
  expect(screen.getAllByText('Plan details coming soon.')).toHaveLength(2)
})

test('a plan of a coverage type that the period doesn’t offer isn’t shown', () => {
  render(<PlanInfoSite content={planDetails.empty} offered={['medical']} plans={{}} />)
  expect(screen.getByRole('heading', { name: 'Medical' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Dental' })).toBeNull()
})

test('the office’s phone number is formatted', () => {
  render(<ContactSite content={{ ...contactForm.empty, phone: '+15550102210' }} />)
  expect(screen.getByText('(555) 010-2210')).toBeTruthy()
})
