"""Flows through a network with room and gain."""

from beachhead.wargame.flows import SINK, SOURCE, Network


def shared(gains, limits, room=1):
    """A network in which givers with limits give to takers with room; what each gift gains, by giver and taker."""
    net = Network()
    takers = {taker: net.node() for row in gains for taker in row}
    for node in takers.values():
        net.link(node, SINK, room)
    links = []
    for row, limit in zip(gains, limits, strict=True):
        giver = net.node()
        net.link(SOURCE, giver, limit)
        links.append({taker: net.link(giver, takers[taker], 1, gain) for taker, gain in row.items()})
    net.fill()
    return net, links


def used(net, links):
    return [sorted(taker for taker, link in row.items() if not net.room[link]) for row in links]


def test_the_flow_gains_most_even_if_a_giver_must_do_without_its_best():
    net, links = shared([{"a": 10, "b": 9}, {"a": 8}], (1, 1))
    assert used(net, links) == [["b"], ["a"]]  # 17, while 10 would be all if the first gave to a


def test_what_gains_nothing_is_not_sent():
    net, links = shared([{"a": 5, "b": 0, "c": -3}], (3,))
    assert used(net, links) == [["a"]]


def test_a_link_can_change_where_another_flow_gains_as_much():
    net, links = shared([{"a": 5, "b": 5, "c": 2}], (1,))
    tight, (given,) = net.tight(), used(net, links)
    other = {"a": "b", "b": "a"}[given[0]]
    assert net.can_change(tight, links[0][other]) and not net.can_change(tight, links[0]["c"])
