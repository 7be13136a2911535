import { useQuery } from "@tanstack/react-query"

import { sdk } from "./sdk"

/** Who a user of the admin is: the name, the e-mail, or the id as it is. */
export function useUserName(userId: string | null): string | null {
  const { data } = useQuery({
    queryKey: ["crypto-payments", "user", userId],
    enabled: userId !== null,
    staleTime: Infinity,
    retry: false,
    queryFn: async () => {
      const { user } = await sdk.admin.user.retrieve(userId ?? "", {
        fields: "id,email,first_name,last_name",
      })
      const name = [user.first_name, user.last_name].filter(Boolean).join(" ")
      return name || user.email
    },
  })
  return data ?? userId
}
