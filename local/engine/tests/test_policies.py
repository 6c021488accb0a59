"""The evaluation of policies, on the cases of the IAM user guide."""

import unittest

from engine.access.conditions import UnsupportedPolicy, arn_matches, conditions_met
from engine.access.policies import Call, Decision, Grant, decide, names_principal, parse
from engine.shapes import Json, JsonObject

ROLE = "arn:aws:iam::123456789012:role/render"


def allow(action: str | list[str], resource: str | list[str] = "*", **more: Json) -> JsonObject:
    return {"Effect": "Allow", "Action": action, "Resource": resource, **more}


def deny(action: str | list[str], resource: str | list[str] = "*", **more: Json) -> JsonObject:
    return {**allow(action, resource, **more), "Effect": "Deny"}


def decision(
    statements: list[JsonObject], action: str, resource: str = "arn:aws:s3:::media/a", **context: list[str]
) -> Decision:
    keys = {key.replace("__", ":").lower(): values for key, values in context.items()}
    return decide(parse({"Statement": statements}), Call(action, resource, keys))


def allows(
    statements: list[JsonObject], action: str, resource: str = "arn:aws:s3:::media/a", **context: list[str]
) -> bool:
    return decision(statements, action, resource, **context).is_allowed


class Deciding(unittest.TestCase):
    def test_denies_what_no_statement_allows(self) -> None:
        found = decision([allow("s3:GetObject")], "s3:PutObject")
        self.assertFalse(found.is_allowed)
        self.assertFalse(found.is_explicit)

    def test_denies_explicitly_whatever_other_statements_allow(self) -> None:
        for statements in ([allow("s3:*"), deny("s3:PutObject")], [deny("s3:PutObject"), allow("s3:*")]):
            found = decision(statements, "s3:PutObject")
            self.assertFalse(found.is_allowed)
            self.assertTrue(found.is_explicit)
            self.assertTrue(allows(statements, "s3:GetObject"))

    def test_matches_actions_with_wildcards_and_without_regard_to_case(self) -> None:
        self.assertTrue(allows([allow("S3:get*")], "s3:GetObject"))
        self.assertTrue(allows([allow("s3:GetObjec?")], "s3:GetObject"))
        self.assertFalse(allows([allow("s3:GetObjec?")], "s3:GetObjects2"))
        self.assertFalse(allows([allow("s3:GetObject")], "s3:GetObjectAcl"))

    def test_matches_resources_with_regard_to_case(self) -> None:
        statements = [allow("s3:GetObject", "arn:aws:s3:::media/tasks/*/broll/*")]
        self.assertTrue(allows(statements, "s3:GetObject", "arn:aws:s3:::media/tasks/1/broll/a/b.mp4"))
        self.assertFalse(allows(statements, "s3:GetObject", "arn:aws:s3:::media/Tasks/1/broll/a.mp4"))
        self.assertFalse(allows(statements, "s3:GetObject", "arn:aws:s3:::media/tasks/1/render/a.mp4"))
        self.assertFalse(allows(statements, "s3:GetObject", "arn:aws:s3:::media"))

    def test_names_the_grants_that_allow_a_call(self) -> None:
        statements = [allow(["s3:GetObject", "s3:PutObject"], ["arn:aws:s3:::media/a", "arn:aws:s3:::other/*"])]
        found = decision(statements, "s3:PutObject")
        self.assertEqual(found.grants, {Grant("s3:PutObject", "arn:aws:s3:::media/a")})

    def test_names_no_grant_of_a_statement_whose_condition_is_not_met(self) -> None:
        statements = [allow("s3:ListBucket", Condition={"StringEquals": {"s3:prefix": "videos/"}})]
        self.assertEqual(decision(statements, "s3:ListBucket", s3__prefix=["fonts/"]).grants, frozenset())

    def test_allows_a_call_that_the_policy_of_the_resource_allows(self) -> None:
        statements = parse({"Statement": allow("s3:GetObject", Principal={"AWS": ROLE})})
        call = Call("s3:GetObject", "arn:aws:s3:::media/a")
        self.assertTrue(decide([], call, statements).is_allowed)
        denied = parse({"Statement": deny("s3:*", Principal="*")})
        self.assertFalse(decide(parse({"Statement": allow("s3:*")}), call, denied).is_allowed)

    def test_rejects_elements_that_it_does_not_evaluate(self) -> None:
        for element in ({"NotAction": "s3:*"}, {"NotResource": "*"}):
            with self.assertRaises(UnsupportedPolicy):
                parse({"Statement": {"Effect": "Allow", "Action": "*", "Resource": "*", **element}})


class Arns(unittest.TestCase):
    def test_keeps_wildcards_within_a_part(self) -> None:
        self.assertTrue(arn_matches("arn:aws:states:*:1:execution:m:*", "arn:aws:states:eu-west-1:1:execution:m:id"))
        self.assertFalse(arn_matches("arn:aws:sqs:*:queue", "arn:aws:sqs:eu-west-1:1:queue"))
        self.assertFalse(arn_matches("arn:aws:ssm:*:*:parameter/a", "arn:aws:ssm:eu-west-1:1:parameter/a/b"))

    def test_reads_other_signs_literally(self) -> None:
        self.assertFalse(arn_matches("arn:aws:s3:::media.x/a", "arn:aws:s3:::mediaxx/a"))


class Conditions(unittest.TestCase):
    def met(self, operator: str, key: str, expected: Json, *actual: str) -> bool:
        return conditions_met({operator: {key: expected}}, {key.lower(): actual})

    def test_compares_text(self) -> None:
        self.assertTrue(self.met("StringEquals", "s3:prefix", ["a", "b"], "b"))
        self.assertFalse(self.met("StringEquals", "s3:prefix", "a", "A"))
        self.assertTrue(self.met("StringEqualsIgnoreCase", "s3:prefix", "a", "A"))
        self.assertTrue(self.met("StringLike", "s3:prefix", "vid*/?", "videos/1"))
        self.assertFalse(self.met("StringEquals", "s3:prefix", "vid*", "videos"))

    def test_negates_all_values(self) -> None:
        self.assertTrue(self.met("StringNotEquals", "s3:prefix", ["a", "b"], "c"))
        self.assertFalse(self.met("StringNotEquals", "s3:prefix", ["a", "b"], "b"))

    def test_compares_booleans_numbers_dates_addresses_and_arns(self) -> None:
        self.assertTrue(self.met("Bool", "aws:SecureTransport", False, "false"))
        self.assertTrue(self.met("NumericLessThanEquals", "s3:max-keys", "10", "9"))
        self.assertFalse(self.met("NumericGreaterThan", "s3:max-keys", "10", "9"))
        self.assertTrue(self.met("DateLessThan", "aws:CurrentTime", "2030-01-01T00:00:00Z", "2029-12-31T23:59:59Z"))
        self.assertTrue(self.met("IpAddress", "aws:SourceIp", "203.0.113.0/24", "203.0.113.7"))
        self.assertTrue(self.met("NotIpAddress", "aws:SourceIp", "203.0.113.0/24", "198.51.100.7"))
        cluster = "arn:aws:ecs:eu-west-1:1:cluster/main"
        self.assertTrue(self.met("ArnEquals", "ecs:cluster", cluster, cluster))
        self.assertTrue(self.met("ArnLike", "ecs:cluster", "arn:aws:ecs:*:1:cluster/*", cluster))
        self.assertFalse(self.met("ArnNotLike", "ecs:cluster", "arn:aws:ecs:*:1:cluster/*", cluster))

    def test_requires_all_operators_and_all_keys(self) -> None:
        conditions = {"StringEquals": {"a:x": "1", "a:y": "2"}, "StringLike": {"a:z": "*"}}
        self.assertTrue(conditions_met(conditions, {"a:x": ["1"], "a:y": ["2"], "a:z": ["3"]}))
        self.assertFalse(conditions_met(conditions, {"a:x": ["1"], "a:y": ["0"], "a:z": ["3"]}))
        self.assertFalse(conditions_met(conditions, {"a:x": ["1"], "a:y": ["2"]}))

    def test_reads_the_names_of_keys_without_regard_to_case(self) -> None:
        self.assertTrue(conditions_met({"StringEquals": {"AWS:PrincipalOrgID": "o"}}, {"aws:principalorgid": ["o"]}))

    def test_decides_for_a_key_that_is_absent(self) -> None:
        self.assertFalse(self.met("StringEquals", "s3:prefix", "a"))
        self.assertTrue(self.met("StringEqualsIfExists", "s3:prefix", "a"))
        self.assertTrue(self.met("StringNotEquals", "s3:prefix", "a"))
        self.assertTrue(self.met("Null", "s3:prefix", "true"))
        self.assertFalse(self.met("Null", "s3:prefix", "true", "a"))
        self.assertTrue(self.met("Null", "s3:prefix", "false", "a"))
        self.assertTrue(self.met("ForAllValues:StringLike", "dynamodb:LeadingKeys", "TASK#*"))
        self.assertFalse(self.met("ForAnyValue:StringLike", "dynamodb:LeadingKeys", "TASK#*"))

    def test_compares_keys_of_several_values(self) -> None:
        keys = ("USAGE#1", "USAGE#2")
        self.assertTrue(self.met("ForAllValues:StringLike", "dynamodb:LeadingKeys", "USAGE#*", *keys))
        self.assertFalse(self.met("ForAllValues:StringLike", "dynamodb:LeadingKeys", "USAGE#*", *keys, "ACCOUNT#1"))
        self.assertTrue(self.met("ForAnyValue:StringEquals", "aws:TagKeys", ["a"], "a", "b"))
        self.assertFalse(self.met("StringLike", "dynamodb:LeadingKeys", "USAGE#*", *keys))

    def test_rejects_operators_and_variables_that_it_does_not_evaluate(self) -> None:
        with self.assertRaises(UnsupportedPolicy):
            self.met("StringSounds", "a:x", "1", "1")
        with self.assertRaises(UnsupportedPolicy):
            self.met("StringEquals", "aws:username", "${aws:username}", "a")


class Principals(unittest.TestCase):
    def test_names_a_role_everybody_or_a_service(self) -> None:
        self.assertTrue(names_principal("*", ROLE))
        self.assertTrue(names_principal({"AWS": "*"}, ROLE))
        self.assertTrue(names_principal({"AWS": [ROLE]}, ROLE))
        self.assertFalse(names_principal({"AWS": ROLE}, f"{ROLE}2"))
        self.assertTrue(names_principal({"Service": "a.amazonaws.com"}, "", "a.amazonaws.com"))
        self.assertFalse(names_principal({"Service": "a.amazonaws.com"}, ROLE))

    def test_leaves_the_decision_about_a_whole_account_to_the_policies_of_its_roles(self) -> None:
        self.assertFalse(names_principal({"AWS": "arn:aws:iam::123456789012:root"}, ROLE))
