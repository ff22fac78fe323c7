import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api-client.ts'
import { useLanguage } from '../../lib/i18n/language.ts'
import { useAction } from '../../lib/use-action.ts'

/** Whether the learner wants marketing mail, the words of it, and the change of mind. */
export const useMarketingConsent = () => {
  const client = useQueryClient()
  const language = useLanguage((state) => state.language)
  const queryKey = ['marketing-consent', language]
  const consent = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /api/product-user/marketing-consent', { signal }),
  })
  const change = useMutation({
    mutationFn: (marketingConsent: boolean) =>
      call('PUT /api/product-user/marketing-consent', { body: { marketingConsent } }),
    onSuccess: (decided) => client.setQueryData(queryKey, decided),
  })
  const { run } = useAction((isWanted: boolean) => change.mutateAsync(isWanted).catch(() => undefined))
  return { consent, change, decide: run }
}
